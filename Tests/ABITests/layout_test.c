/* Prints sizes and offsets; compares them with layout.txt when given the Tests folder. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static char text[16384], expected[16384];
static size_t length;
static void row(const char *name, size_t value) {
  length += (size_t)snprintf(text + length, sizeof text - length, "%s %zu\n", name, value);
}
#define S(type) row(#type, sizeof(type))
#define F(type, field) row(#type "." #field, offsetof(type, field))

int main(int argc, char **argv) {
  char path[1024];
  FILE *file;
  long rows = 0;
  S(bgt_vec2); F(bgt_vec2, x); F(bgt_vec2, y);
  S(bgt_rect); F(bgt_rect, x); F(bgt_rect, y); F(bgt_rect, width); F(bgt_rect, height);
  S(bgt_insets); F(bgt_insets, top); F(bgt_insets, left); F(bgt_insets, bottom); F(bgt_insets, right);
  S(bgt_transform); F(bgt_transform, a); F(bgt_transform, b); F(bgt_transform, c); F(bgt_transform, d);
  F(bgt_transform, tx); F(bgt_transform, ty);
  S(bgt_item_def); F(bgt_item_def, struct_size); F(bgt_item_def, bounds_type); F(bgt_item_def, center);
  F(bgt_item_def, size); F(bgt_item_def, angle); F(bgt_item_def, path); F(bgt_item_def, path_count);
  F(bgt_item_def, user_data);
  S(bgt_gravity_def); F(bgt_gravity_def, struct_size); F(bgt_gravity_def, reserved);
  F(bgt_gravity_def, direction);
  S(bgt_collision_def); F(bgt_collision_def, struct_size); F(bgt_collision_def, mode);
  S(bgt_contact_event); F(bgt_contact_event, behavior); F(bgt_contact_event, item);
  F(bgt_contact_event, other); F(bgt_contact_event, boundary); F(bgt_contact_event, point);
  F(bgt_contact_event, normal); F(bgt_contact_event, impulse); F(bgt_contact_event, approach_speed);
  F(bgt_contact_event, phase); F(bgt_contact_event, step);
  S(bgt_attachment_def); F(bgt_attachment_def, struct_size); F(bgt_attachment_def, collide_connected);
  F(bgt_attachment_def, item); F(bgt_attachment_def, other); F(bgt_attachment_def, item_offset);
  F(bgt_attachment_def, other_offset); F(bgt_attachment_def, anchor); F(bgt_attachment_def, length);
  F(bgt_attachment_def, frequency); F(bgt_attachment_def, damping); F(bgt_attachment_def, type);
  F(bgt_attachment_def, reserved); F(bgt_attachment_def, axis); F(bgt_attachment_def, range_minimum);
  F(bgt_attachment_def, range_maximum); F(bgt_attachment_def, friction_torque); F(bgt_attachment_def, break_force);
  S(bgt_snap_def); F(bgt_snap_def, struct_size); F(bgt_snap_def, reserved); F(bgt_snap_def, item);
  F(bgt_snap_def, point); F(bgt_snap_def, damping); F(bgt_snap_def, frequency);
  S(bgt_push_def); F(bgt_push_def, struct_size); F(bgt_push_def, mode); F(bgt_push_def, direction);
  F(bgt_push_def, active); F(bgt_push_def, reserved);
  S(bgt_field_def); F(bgt_field_def, struct_size); F(bgt_field_def, kind); F(bgt_field_def, position);
  F(bgt_field_def, strength); F(bgt_field_def, falloff); F(bgt_field_def, minimum_radius);
  F(bgt_field_def, direction); F(bgt_field_def, smoothness); F(bgt_field_def, animation_speed);
  F(bgt_field_def, seed); F(bgt_field_def, region);
  S(bgt_animator_def); F(bgt_animator_def, struct_size); F(bgt_animator_def, substeps);
  F(bgt_animator_def, step_seconds); F(bgt_animator_def, workers); F(bgt_animator_def, reserved);
  S(bgt_material); F(bgt_material, elasticity); F(bgt_material, friction); F(bgt_material, density);
  F(bgt_material, resistance); F(bgt_material, angular_resistance);
  S(bgt_item_state); F(bgt_item_state, item); F(bgt_item_state, center); F(bgt_item_state, angle);
  F(bgt_item_state, velocity); F(bgt_item_state, angular_velocity); F(bgt_item_state, flags);
  F(bgt_item_state, reserved);
  S(bgt_channel_values); F(bgt_channel_values, x); F(bgt_channel_values, y); F(bgt_channel_values, z);
  F(bgt_channel_values, w);
  S(bgt_presented_state); F(bgt_presented_state, item); F(bgt_presented_state, flags);
  F(bgt_presented_state, reserved); F(bgt_presented_state, center); F(bgt_presented_state, bounds);
  F(bgt_presented_state, angle); F(bgt_presented_state, transform); F(bgt_presented_state, alpha);
  S(bgt_decay_def); F(bgt_decay_def, struct_size); F(bgt_decay_def, reserved); F(bgt_decay_def, velocity);
  F(bgt_decay_def, rate); F(bgt_decay_def, low); F(bgt_decay_def, high); F(bgt_decay_def, threshold);
  F(bgt_decay_def, spring); F(bgt_decay_def, snap); F(bgt_decay_def, context);
  S(bgt_color); F(bgt_color, red); F(bgt_color, green); F(bgt_color, blue); F(bgt_color, alpha);
  S(bgt_presentation_def); F(bgt_presentation_def, struct_size); F(bgt_presentation_def, removing_presenter);
  F(bgt_presentation_def, in_fullscreen); F(bgt_presentation_def, reserved);
  F(bgt_presentation_def, presented_frame); F(bgt_presentation_def, presentation_will_begin);
  F(bgt_presentation_def, presentation_did_end); F(bgt_presentation_def, dismissal_will_begin);
  F(bgt_presentation_def, dismissal_did_end); F(bgt_presentation_def, container_will_layout);
  F(bgt_presentation_def, container_did_layout); F(bgt_presentation_def, context);
  F(bgt_presentation_def, release);
  S(bgt_transition_animation_def); F(bgt_transition_animation_def, struct_size);
  F(bgt_transition_animation_def, reserved); F(bgt_transition_animation_def, duration);
  F(bgt_transition_animation_def, animate); F(bgt_transition_animation_def, interruptible_animator);
  F(bgt_transition_animation_def, ended); F(bgt_transition_animation_def, context);
  F(bgt_transition_animation_def, release);
  S(bgt_transition_interaction_def); F(bgt_transition_interaction_def, struct_size);
  F(bgt_transition_interaction_def, wants_interactive_start);
  F(bgt_transition_interaction_def, completion_speed); F(bgt_transition_interaction_def, completion_curve);
  F(bgt_transition_interaction_def, reserved); F(bgt_transition_interaction_def, start);
  F(bgt_transition_interaction_def, context); F(bgt_transition_interaction_def, release);
  S(bgt_transition_delegate_def); F(bgt_transition_delegate_def, struct_size);
  F(bgt_transition_delegate_def, reserved); F(bgt_transition_delegate_def, presentation);
  F(bgt_transition_delegate_def, animation_for_present);
  F(bgt_transition_delegate_def, interaction_for_present);
  F(bgt_transition_delegate_def, animation_for_dismiss);
  F(bgt_transition_delegate_def, interaction_for_dismiss); F(bgt_transition_delegate_def, context);
  F(bgt_transition_delegate_def, release);
  S(bgt_transition_drive_def); F(bgt_transition_drive_def, struct_size); F(bgt_transition_drive_def, reserved);
  F(bgt_transition_drive_def, time_limit); F(bgt_transition_drive_def, progress);
  F(bgt_transition_drive_def, finish_when); F(bgt_transition_drive_def, end);
  F(bgt_transition_drive_def, context); F(bgt_transition_drive_def, release);
  S(bgt_spring); F(bgt_spring, mass); F(bgt_spring, stiffness); F(bgt_spring, damping);
  F(bgt_spring, damping_ratio); F(bgt_spring, response); F(bgt_spring, bounce); F(bgt_spring, settling_duration);
  S(bgt_counters); F(bgt_counters, struct_size); F(bgt_counters, items); F(bgt_counters, awake_items);
  F(bgt_counters, boundary_segments); F(bgt_counters, contacts); F(bgt_counters, touching_contacts);
  F(bgt_counters, joints); F(bgt_counters, reserved); F(bgt_counters, steps); F(bgt_counters, bytes);
  S(bgt_phase_times); F(bgt_phase_times, total); F(bgt_phase_times, structure); F(bgt_phase_times, pairs);
  F(bgt_phase_times, narrow_phase); F(bgt_phase_times, joints); F(bgt_phase_times, solver);
  F(bgt_phase_times, integration); F(bgt_phase_times, restitution); F(bgt_phase_times, finalize);
  F(bgt_phase_times, continuous); F(bgt_phase_times, tree); F(bgt_phase_times, sleep);
  F(bgt_phase_times, events); S(bgt_profile); F(bgt_profile, struct_size); F(bgt_profile, steps);
  F(bgt_profile, all_steps); F(bgt_profile, latest); F(bgt_profile, all);
  if (argc < 2) { fputs(text, stdout); return 0; }
  snprintf(path, sizeof path, "%s/ABITests/layout.txt", argv[1]);
  if (!(file = fopen(path, "r"))) { perror(path); return 1; }
  expected[fread(expected, 1, sizeof expected - 1, file)] = 0;
  fclose(file);
  if (strcmp(text, expected)) { printf("layout differs from %s:\n%s", path, text); return 1; }
  for (const char *c = text; *c; c++) rows += *c == '\n';
  printf("%ld passed, 0 failed\n", rows);
  return 0;
}
