"""Behaviors: trees, membership, gravity, push, item properties, collisions, attachments, snaps."""
# SPDX-License-Identifier: MIT
import math

import pytest

import bagatelle as bg

ITEM_BEHAVIORS = [bg.GravityBehavior, bg.CollisionBehavior, bg.PushBehavior, bg.DynamicItemBehavior]


# ---- Trees and members
@pytest.mark.parametrize("cls", ITEM_BEHAVIORS)
def test_items_are_kept_once_and_in_order(cls):
    first, second = bg.Item(), bg.Item()
    behavior = cls([second])
    behavior.add_item(first)
    behavior.add_item(second)
    assert behavior.items == [second, first]
    behavior.items.clear()
    assert len(behavior.items) == 2
    behavior.remove_item(second)
    assert behavior.items == [first]
    with pytest.raises(bg.NotAMemberError):
        behavior.remove_item(second)
    assert "1 item" in repr(behavior)


@pytest.mark.parametrize("cls", ITEM_BEHAVIORS)
def test_a_single_item_will_do_for_a_list(cls):
    item = bg.Item()
    assert cls(item).items == [item]


def test_attachments_snaps_and_composites_take_no_items():
    item = bg.Item()
    behaviors = [bg.DynamicBehavior(), bg.SnapBehavior(item, (0, 0)),
                 bg.AttachmentBehavior(item, anchor=(0, 9))]
    for behavior in behaviors:
        with pytest.raises(bg.WrongKindError):
            behavior.add_item(bg.Item())
    assert behaviors[1].items == [item] and behaviors[2].items == [item]


def test_arguments_of_another_kind_are_type_errors():
    gravity, animator = bg.GravityBehavior(), bg.DynamicAnimator()
    for bad in (None, 5, "item", gravity, animator):
        with pytest.raises(TypeError, match="item"):
            gravity.add_item(bad)
    for bad in (None, 5, bg.Item(), animator):
        with pytest.raises(TypeError, match="behavior"):
            animator.add_behavior(bad)
        with pytest.raises(TypeError, match="child"):
            gravity.add_child(bad)


def test_children_form_a_tree():
    parent, child, other = bg.DynamicBehavior(), bg.GravityBehavior(), bg.DynamicBehavior()
    parent.add_child(child)
    parent.add_child(child)
    assert parent.children == [child] and child.parent is parent and parent.parent is None
    with pytest.raises(bg.HierarchyError):
        other.add_child(child)
    with pytest.raises(bg.HierarchyError):
        child.add_child(parent)
    with pytest.raises(bg.HierarchyError):
        parent.add_child(parent)
    with pytest.raises(bg.NotAMemberError):
        other.remove_child(child)
    parent.remove_child(child)
    assert parent.children == [] and child.parent is None


def test_trees_have_a_greatest_depth():
    chain = [bg.DynamicBehavior()]
    with pytest.raises(bg.LimitError):
        for _ in range(300):
            chain.append(bg.DynamicBehavior())
            chain[-2].add_child(chain[-1])
    assert len(chain) <= 258


def test_nested_children_know_their_animator():
    animator, parent, child = bg.DynamicAnimator(), bg.DynamicBehavior(), bg.GravityBehavior()
    parent.add_child(child)
    animator.add_behavior(parent)
    assert child.animator is animator and parent.animator is animator
    with pytest.raises(bg.HierarchyError):
        animator.add_behavior(child)
    with pytest.raises(bg.NotAMemberError):
        animator.remove_behavior(child)
    animator.remove_behavior(parent)
    assert child.animator is None and animator.behaviors == []


def test_a_behavior_or_item_of_another_animator_is_refused():
    item = bg.Item()
    one, two, gravity = bg.DynamicAnimator(), bg.DynamicAnimator(), bg.GravityBehavior([item])
    one.add_behavior(gravity)
    with pytest.raises(bg.OtherAnimatorError):
        two.add_behavior(gravity)
    with pytest.raises(bg.OtherAnimatorError):
        two.add_behavior(bg.SnapBehavior(item, (0, 0)))
    assert two.behaviors == [] and item.animator is one


# ---- Gravity and push
@pytest.mark.parametrize("cls", [bg.GravityBehavior, bg.PushBehavior])
def test_vector_and_polar_forms_stay_in_step(cls):
    behavior = cls(direction=(3, 4))
    assert behavior.magnitude == 5 and behavior.angle == pytest.approx(math.atan2(4, 3))
    behavior.direction = (0, 0)
    assert behavior.magnitude == 0 and behavior.angle == pytest.approx(math.atan2(4, 3))
    behavior.magnitude = -10
    assert behavior.magnitude == -10 and behavior.direction == pytest.approx((-6, -8))
    behavior.angle = 0
    assert behavior.direction == pytest.approx((-10, 0))
    behavior.set_angle_and_magnitude(math.pi / 2, 2)
    assert behavior.direction == pytest.approx((0, 2))
    with pytest.raises(bg.RangeError):
        behavior.magnitude = 2e9
    with pytest.raises(bg.RangeError):
        behavior.set_angle_and_magnitude(math.nan, 1)
    assert behavior.magnitude == 2


def test_fresh_gravity_points_down_and_fresh_pushes_do_nothing():
    gravity, push = bg.GravityBehavior(), bg.PushBehavior()
    assert gravity.direction == (0, 1) and gravity.magnitude == 1
    assert gravity.angle == pytest.approx(math.pi / 2)
    assert push.direction == (0, 0) and push.mode is bg.PushMode.CONTINUOUS and push.is_active


def test_an_instantaneous_push_fires_once_and_turns_itself_off(fall):
    item, animator = bg.Item(), bg.DynamicAnimator()
    push = bg.PushBehavior([item], mode=bg.PushMode.INSTANTANEOUS, direction=(1, 0))
    animator.add_behavior(push)
    push.is_active = True
    animator.advance(1 / 60)
    assert not push.is_active and item.velocity.x == pytest.approx(100, rel=0.01)
    push.is_active = True
    animator.advance(1 / 60)
    assert item.velocity.x == pytest.approx(200, rel=0.01)


def test_a_push_beside_the_center_turns_the_item():
    item, animator = bg.Item(), bg.DynamicAnimator()
    push = bg.PushBehavior([item], mode=bg.PushMode.INSTANTANEOUS, direction=(1, 0))
    assert push.target_offset(item) == (0, 0)
    push.set_target_offset(item, (0, -50))
    assert push.target_offset(item) == (0, -50)
    animator.add_behavior(push)
    animator.advance(1 / 60)
    assert item.angular_velocity > 0
    for call in (push.target_offset, lambda other: push.set_target_offset(other, (1, 1))):
        with pytest.raises(bg.NotAMemberError):
            call(bg.Item())


# ---- Item properties
def test_fresh_item_behaviors_show_the_documented_numbers():
    behavior = bg.DynamicItemBehavior()
    numbers = (behavior.elasticity, behavior.friction, behavior.density, behavior.resistance,
               behavior.angular_resistance)
    assert numbers == (0, 0, 1, 0, 0)
    assert not behavior.is_anchored and behavior.is_allowing_rotation


def test_item_properties_come_back_and_bad_ones_are_refused():
    behavior = bg.DynamicItemBehavior(elasticity=0.5, friction=2, density=3, resistance=4,
                                      angular_resistance=5, anchored=True, allows_rotation=False)
    assert (behavior.elasticity, behavior.friction, behavior.density) == (0.5, 2, 3)
    assert (behavior.resistance, behavior.angular_resistance) == (4, 5)
    assert behavior.is_anchored and not behavior.is_allowing_rotation
    for name in ("elasticity", "friction", "density", "resistance", "angular_resistance"):
        before = getattr(behavior, name)
        for bad in (-1, math.nan, math.inf):
            with pytest.raises(bg.RangeError):
                setattr(behavior, name, bad)
        assert getattr(behavior, name) == before
    with pytest.raises(bg.RangeError):
        behavior.density = 0


def test_velocities_are_added_kept_and_set():
    item, animator = bg.Item(), bg.DynamicAnimator()
    behavior = bg.DynamicItemBehavior([item])
    assert behavior.add_linear_velocity((10, 20), item) and behavior.add_linear_velocity((1, 2), item)
    assert behavior.add_angular_velocity(3, item)
    assert behavior.linear_velocity(item) == (11, 22) and behavior.angular_velocity(item) == 3
    animator.add_behavior(behavior)
    animator.advance(1 / 60)
    assert item.velocity == pytest.approx((11, 22), rel=0.01)
    behavior.set_linear_velocity((5, 0), item)
    behavior.set_angular_velocity(-1, item)
    assert behavior.linear_velocity(item) == pytest.approx((5, 0))
    assert behavior.angular_velocity(item) == pytest.approx(-1)
    behavior.is_anchored = True
    assert behavior.add_linear_velocity((1, 1), item) is False
    stranger = bg.Item()
    for call in (behavior.add_linear_velocity, behavior.set_linear_velocity):
        with pytest.raises(bg.NotAMemberError):
            call((1, 1), stranger)
    for call in (behavior.linear_velocity, behavior.angular_velocity):
        with pytest.raises(bg.NotAMemberError):
            call(stranger)


# ---- Collision
def test_boundaries_are_added_listed_and_removed():
    walls = bg.CollisionBehavior()
    walls.add_boundary("floor", (0, 600), (400, 600))
    walls.add_boundary_path("bowl \u00e4", [(0, 0), (10, 10), (20, 10), (30, 0)])
    walls.add_boundary_path("ring", [(math.cos(k), math.sin(k)) for k in range(6)], closed=True)
    assert walls.boundary_identifiers == ["floor", "bowl \u00e4", "ring"]
    assert walls.boundary("floor") == ([(0, 600), (400, 600)], False)
    assert walls.boundary("ring")[1] and len(walls.boundary("ring")[0]) == 6
    walls.add_boundary_path("long", [(k, k % 2) for k in range(100)])
    assert len(walls.boundary("long")[0]) == 100
    walls.add_boundary("floor", (0, 500), (400, 500))
    assert walls.boundary("floor")[0][0] == (0, 500)
    walls.remove_boundary("ring")
    with pytest.raises(bg.NotAMemberError):
        walls.remove_boundary("ring")
    with pytest.raises(bg.NotAMemberError):
        walls.boundary("ring")
    walls.remove_all_boundaries()
    assert walls.boundary_identifiers == []


def test_bad_boundaries_are_refused_and_nothing_changes():
    walls = bg.CollisionBehavior()
    with pytest.raises(bg.RangeError):
        walls.add_boundary("", (0, 0), (1, 1))
    with pytest.raises(bg.LimitError):
        walls.add_boundary("x" * 1025, (0, 0), (1, 1))
    with pytest.raises(bg.InvalidPathError):
        walls.add_boundary("point", (1, 1), (1, 1))
    with pytest.raises(bg.RangeError):
        walls.add_boundary("far", (0, 0), (math.inf, 1))
    with pytest.raises(bg.InvalidPathError):
        walls.add_boundary_path("short", [(0, 0)])
    with pytest.raises(TypeError):
        walls.add_boundary(7, (0, 0), (1, 1))
    with pytest.raises(ValueError):
        walls.add_boundary("a\0b", (0, 0), (1, 1))
    assert walls.boundary_identifiers == []


def test_reference_bounds_insets_switch_their_boundary_on():
    walls = bg.CollisionBehavior()
    assert not walls.is_translating_reference_bounds and walls.reference_bounds_insets == (0, 0, 0, 0)
    walls.reference_bounds_insets = bg.Insets(top=-200, bottom=184)
    assert walls.is_translating_reference_bounds and walls.reference_bounds_insets == (-200, 0, 184, 0)
    assert "reference bounds" in repr(walls)
    walls.is_translating_reference_bounds = False
    assert walls.reference_bounds_insets == (0, 0, 0, 0)


def test_modes_are_bit_sets():
    walls = bg.CollisionBehavior(mode=bg.CollisionMode.ITEMS)
    assert walls.mode is bg.CollisionMode.ITEMS
    walls.mode |= bg.CollisionMode.BOUNDARIES
    assert walls.mode is bg.CollisionMode.EVERYTHING
    with pytest.raises(bg.RangeError):
        walls.mode = 8
    with pytest.raises(bg.RangeError):
        bg.CollisionBehavior(mode=-1)


def test_boundaries_have_materials():
    walls = bg.CollisionBehavior()
    walls.add_boundary("floor", (0, 600), (400, 600))
    assert walls.boundary_material("floor") == pytest.approx((0.2, 0.2))
    walls.set_boundary_material("floor", elasticity=0.9, friction=0)
    walls.set_boundary_material(None, elasticity=0.5)
    assert walls.boundary_material("floor") == pytest.approx((0.9, 0))
    assert walls.boundary_material(None) == pytest.approx((0.5, 0.2))
    with pytest.raises(bg.NotAMemberError):
        walls.set_boundary_material("roof", elasticity=1)
    with pytest.raises(bg.RangeError):
        walls.set_boundary_material("floor", elasticity=-1)


# ---- Attachment and snap
def test_attachments_know_their_ends():
    first, second = bg.Item((0, 0)), bg.Item((300, 400))
    rod = bg.AttachmentBehavior(first, second)
    assert rod.attached_type is bg.AttachedType.ITEM and rod.items == [first, second] and rod.length == 500
    rod.anchor = (5, 5)
    spring = bg.AttachmentBehavior(first, anchor=(30, 40), offset=(0, 0), length=20, frequency=3, damping=0.5)
    assert spring.attached_type is bg.AttachedType.ANCHOR and spring.anchor == (30, 40)
    assert (spring.length, spring.frequency, spring.damping) == (20, 3, 0.5)
    spring.anchor, spring.length, spring.frequency, spring.damping = (1, 2), 3, 4, 5
    assert (spring.anchor, spring.length, spring.frequency, spring.damping) == ((1, 2), 3, 4, 5)
    assert not rod.is_colliding_connected
    rod.is_colliding_connected = True
    assert rod.is_colliding_connected
    assert repr(spring) == "AttachmentBehavior(anchor=(1, 2), length=3, frequency=4, damping=5)"
    assert repr(rod) == "AttachmentBehavior(to an item, length=500)"


def test_bad_attachments_are_refused():
    item = bg.Item()
    with pytest.raises(bg.HierarchyError):
        bg.AttachmentBehavior(item, item)
    with pytest.raises(TypeError):
        bg.AttachmentBehavior(item, bg.Item(), anchor=(0, 0))
    with pytest.raises(TypeError):
        bg.AttachmentBehavior(None, anchor=(0, 0))
    for values in ({"length": -1}, {"length": math.nan}, {"frequency": 61}, {"damping": -1}):
        with pytest.raises(bg.RangeError):
            bg.AttachmentBehavior(item, anchor=(0, 0), **values)


def test_a_snap_draws_its_item_to_the_point(fall):
    item, animator = bg.Item((0, 0), angle=0.5), bg.DynamicAnimator()
    snap = bg.SnapBehavior(item, (80, 40))
    assert (snap.point, snap.damping, snap.frequency) == ((80, 40), 0.5, 3.8)
    animator.add_behavior(snap)
    fall(animator, 2)
    assert item.center == pytest.approx((80, 40), abs=0.5) and item.angle == pytest.approx(0, abs=0.02)
    snap.point, snap.damping, snap.frequency = (0, 0), 1, 5
    assert (snap.point, snap.damping, snap.frequency) == ((0, 0), 1, 5)
    fall(animator, 2)
    assert item.center == pytest.approx((0, 0), abs=0.5)
    with pytest.raises(bg.RangeError):
        snap.frequency = 0
