# fault: the page of a report cuts long names at their ends, where they differ
# file: report/names.js
# suites: report
# needs: chromium
s/characters\.slice(characters\.length - (room - head))\.join("")/characters.slice(head, room).join("")/
s/ : head\.replace.*/ : name.slice(0, room) + "…";/
s/^        : head\.replace.*/        : name.slice(0, room) + "…";/
