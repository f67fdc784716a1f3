"""Records read alike in both lanes, refuse hidden names, and are whole words."""

import numpy as np
import pytest
from conftest import JIT

from simkit.core.jit import kernel
from simkit.core.records import HIDDEN, PLAYING, filled, freeze, integers, outcome, record, words

WOUND = record(("kind", "i1"), ("deep", "i8"))
HERO = record(("age", "i8"), ("wounds", WOUND, 2), ("table", "i8", (2, 3)))


@kernel
def grow_old(hero):
    hero.age += 1
    hero.wounds[1].deep = hero.table[1, 2] + hero.age


@kernel
def set_age(hero, age):
    hero.age = age


def test_fields_read_and_write_by_name_in_python_and_in_a_kernel():
    heroes = filled(HERO, age=20, table=[[1, 2, 3], [4, 5, 6]])
    grow_old(heroes[0])
    assert heroes[0].age == 21
    assert heroes[0].wounds["deep"].tolist() == [0, 27]


@pytest.mark.parametrize("name", ["round", "item", "size", "data", "take", "copy"])
def test_names_that_numpy_hides_are_refused(name):
    with pytest.raises(ValueError, match=f"hides these field names: {name}$"):
        record(("age", "i8"), (name, "i8"))


def test_every_hidden_name_is_reported_at_once():
    with pytest.raises(ValueError, match=r"names: item, round$"):
        integers("round", "age", "item")


def test_a_name_that_is_not_hidden_reads_as_its_field():
    names = ["age", "turn", "ending", "wounds", "number"]
    assert not HIDDEN.intersection(names)
    cell = filled(integers(*names), **{name: i for i, name in enumerate(names)})[0]
    assert [getattr(cell, name) for name in names] == list(range(5))


def test_integers_are_words():
    dtype = integers("ending", "purse")
    assert [dtype[name] for name in dtype.names] == [np.int64, np.int64]
    assert words(filled(dtype, ending=3, purse=-1)).tolist() == [[3, 2**64 - 1]]


@pytest.mark.parametrize("fields", [[], [("dealt", "i4")], [("dealt", "i4"), ("taken", "i4")], [("share", "i2", 3)]])
def test_an_outcome_begins_with_the_common_head_and_is_whole_words(fields):
    dtype = outcome(*fields)
    assert dtype.names[: 3 + len(fields)] == ("ending", "winner", "turns", *(field[0] for field in fields))
    assert dtype.itemsize % 8 == 0
    assert [dtype[name].itemsize for name in ("ending", "winner", "turns")] == [1, 1, 4]


def test_an_outcome_is_filled_up_only_when_it_must_be():
    assert "unused" not in outcome().names
    assert "unused" in outcome(("dealt", "i4")).names
    assert "unused" not in outcome(("dealt", "i4"), ("taken", "i4")).names


def test_play_goes_on_in_a_fresh_record():
    assert filled(outcome())[0].ending == PLAYING


def test_an_unknown_field_is_an_error():
    with pytest.raises(ValueError, match="height"):
        filled(HERO, height=3)


def test_a_frozen_record_cannot_be_written():
    hero = freeze(filled(HERO, age=20))[0]
    assert hero.age == 20
    with pytest.raises(ValueError, match="read-only"):
        hero.age = 21


@pytest.mark.skipif(JIT, reason="only without the JIT is a write to a frozen record an error")
def test_a_kernel_that_writes_to_a_frozen_record_raises():
    with pytest.raises(ValueError, match="read-only"):
        set_age(freeze(filled(HERO, age=20))[0], 21)


def test_frozen_arrays_stay_as_they_are():
    setups = freeze(np.zeros(3, HERO))
    with pytest.raises(ValueError, match="read-only"):
        setups["age"] = 1


def test_words_are_the_records_own_memory():
    dtype = integers("ending", "purse")
    records = np.zeros(3, dtype)
    view = words(records)
    view[1, 1] = 7
    assert view.shape == (3, 2)
    assert records["purse"].tolist() == [0, 7, 0]
    assert not words(freeze(records)).flags.writeable


def test_no_records_are_no_words():
    assert words(np.zeros(0, integers("ending", "purse"))).shape == (0, 2)


def test_records_inside_records_are_aligned_as_numpy_aligns_plain_ones():
    inner = record(("a", "i8"), ("b", "i1"))
    outer = record(("flag", "?"), ("one", inner), ("small", "i2"), ("many", inner, (3,)), ("last", "i1"))
    plain = np.dtype([("a", "i8"), ("b", "i1")], align=True)
    expected = np.dtype(
        [("flag", "?"), ("one", plain), ("small", "i2"), ("many", plain, (3,)), ("last", "i1")], align=True
    )
    assert [outer.fields[name][1] for name in outer.names] == [expected.fields[name][1] for name in expected.names]
    assert outer.itemsize == expected.itemsize
    assert np.zeros(1, outer)[0].many[2].a == 0
