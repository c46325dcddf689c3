#ifndef HEDDLE_TESTS_SUPPORT_XML_H
#define HEDDLE_TESTS_SUPPORT_XML_H

/*
 * Whether the text is well-formed XML: one root element, tags that match, attributes that are quoted and of
 * which no element has one twice, no bare & or <, no character that XML does not allow, UTF-8. NULL when it
 * is, or what is wrong. Comments, CDATA and document types count as wrong: nothing that is tested has any.
 */
const char *xml_wrong(const char *text);

#endif
