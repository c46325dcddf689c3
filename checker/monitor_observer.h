#ifndef HEDDLE_CHECKER_MONITOR_OBSERVER_H
#define HEDDLE_CHECKER_MONITOR_OBSERVER_H

#include "checker/property/monitor.h"

struct network;
struct observer;

/* Makes the observer of a monitor over a network (model/observer.h): its error states are STOP
 * states. Returns NULL with *error filled. The caller frees it with monitor_observer_free. */
struct observer *monitor_observer(const monitor *monitor, const struct network *network,
                                  const struct run *run, struct error *error);
void monitor_observer_free(struct observer *observer, const struct run *run);

#endif
