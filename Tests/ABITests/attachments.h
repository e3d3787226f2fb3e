/* Attachments for the C tests. SPDX-License-Identifier: MIT */
#ifndef ATTACHMENTS_H
#define ATTACHMENTS_H
#include "scene.h"

static inline bgt_attachment_def defined(bgt_item item) {
  bgt_attachment_def def;
  bgt_attachment_def_init(&def);
  def.item = item;
  return def;
}
static inline bgt_attachment make(const bgt_attachment_def *def) {
  bgt_attachment attachment = 0;
  CHECK(bgt_attachment_create(def, &attachment) == BGT_OK);
  return attachment;
}
static inline double distance(bgt_vec2 a, bgt_vec2 b) { return hypot(a.x - b.x, a.y - b.y); }

#endif
