"""QDIMACS and QCIR: round trips, bytes, hostile text, half-written files, and a solver that reads them."""

from __future__ import annotations

import gzip
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.formula.formulas import circuits, qcnfs
from tests.sizes import draws

from zermelo.errors import InputError, UnsupportedError
from zermelo.formula import (
    FALSE,
    QCNF,
    TRUE,
    Circuit,
    Prefix,
    Quantifier,
    evaluate,
    read_qcir,
    read_qdimacs,
    tseitin,
    write_qcir,
    write_qdimacs,
)

DEPQBF = Path(sys.prefix, f"lib/python3.{sys.version_info.minor}/site-packages/cmeel.prefix/bin/pyqbf_depqbf")
QDIMACS = "c a comment\np cnf 12 3\ne 1 10 0\na 2 0\ne 3 11 12 0\n1 -2 0\n-10 2 3 0\n-11 12 0\n"
QCIR = "#QCIR-G14\nexists(x, y1)\nforall(u)\nexists(z)\noutput(-g)\nh = or(x, -u)\nk = xor(h, z)\ng = ite(u, h, -k)\n"
QCIR += "w = and()\n"  # a gate that nothing uses


def text_of(write, formula, *args, **options) -> str:
    file = io.StringIO()
    write(formula, file, *args, **options)
    return file.getvalue()


# ---------------------------------------------------------------------------------------------------- QDIMACS


@settings(max_examples=draws(100, 25))
@given(qcnfs())
def test_qdimacs_round_trip(qcnf):
    text = text_of(write_qdimacs, qcnf)
    again = read_qdimacs(text)
    assert again == qcnf
    assert text_of(write_qdimacs, again) == text


@settings(max_examples=draws(100, 25))
@given(qcnfs(max_variables=14), st.lists(st.text(max_size=9), max_size=3))
def test_qdimacs_is_canonical(qcnf, comments):
    """Comments, header with exact counts, blocks, then one clause a line; nothing else, whatever the comments hold."""
    text = text_of(write_qdimacs, qcnf, comments)
    match = re.fullmatch(
        r"(?:c(?: .*)?\n)*p cnf (\d+ \d+)\n((?:[ae](?: [1-9]\d*)+ 0\n)*)((?:(?:-?[1-9]\d* )*0\n)*)", text
    )
    assert match
    head, blocks, matrix = match.groups()
    assert head == f"{qcnf.num_variables} {qcnf.num_clauses}"
    assert matrix.count("\n") == qcnf.num_clauses
    assert [line[0] for line in blocks.splitlines()] == [block.quantifier.value for block in qcnf.prefix.blocks]
    assert [tuple(map(int, line.split()[:-1])) for line in matrix.splitlines()] == list(qcnf.clauses())
    assert read_qdimacs(text) == qcnf


def test_long_matrices_survive_the_chunks():
    """The writer works in chunks, which end inside clauses; none is broken or joined where they meet."""
    qcnf = QCNF()
    qcnf.prefix.add(Quantifier.EXISTS, qcnf.fresh_block(99))
    for index in range(70_000):
        qcnf.add(*range(1 + index % 7, 1 + index % 7 + index % 5 + 1))
    text = text_of(write_qdimacs, qcnf)
    assert [tuple(map(int, line.split()[:-1])) for line in text.splitlines()[2:]] == list(qcnf.clauses())


def test_free_variables_are_bound_outermost():
    qcnf = QCNF()
    a, b, c, _, e = qcnf.fresh_block(5)
    qcnf.prefix.add(Quantifier.FORALL, [b])
    qcnf.add(c, b, -a)
    assert text_of(write_qdimacs, qcnf) == "p cnf 5 1\ne 1 3 0\na 2 0\n3 2 -1 0\n"
    qcnf.prefix = Prefix([("e", [e]), ("a", [b])])
    assert text_of(write_qdimacs, qcnf) == "p cnf 5 1\ne 1 3 5 0\na 2 0\n3 2 -1 0\n"


def test_an_open_clause_is_not_written(tmp_path):
    qcnf = QCNF()
    qcnf.data.append(1)
    with pytest.raises(InputError):
        write_qdimacs(qcnf, tmp_path / "x")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text",
    [
        QDIMACS.replace("\n", "\r\n"),
        QDIMACS.replace("p cnf", "c more\np cnf").replace("1 -2", "c inside\n\n 1  -2\t"),
        QDIMACS.replace("2 3 0\n-11", "2\n3 0 -11"),
        QDIMACS.replace("e 1 10 0", "e 1 0\ne 10 0"),
        QDIMACS.replace("-10 2 3 0", "-10 2 3 2 3 0"),
        QDIMACS.replace("12 3\n", "12 4\n") + "1 2 -1 0\n",
        QDIMACS[:-1],
    ],
)
def test_forgiven_forms(text):
    assert read_qdimacs(text) == read_qdimacs(QDIMACS)


def test_variables_that_occur_nowhere_are_allowed():
    assert read_qdimacs("p cnf 9 0\n").sizes() == (9, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "q:1:1: found 'the end of the text', expected the header"),
        ("hello\n", "q:1:1: found 'hello', expected the header"),
        ("p cnf 1\n", "q:1:1"),
        ("p cnf -1 0\n", "q:1:1"),
        ("p cnf 1 99999999999\n", "q:1:9"),
        ("p cnf 1 0\np cnf 1 0\n", "q:2:1: found 'p cnf 1 0', expected one header"),
        ("e 1 0\np cnf 1 0\n", "q:1:1"),
        ("p cnf 2 1\ne 1 2 0\n1 +2 0\n", "q:3:3: found '+2', expected a number"),
        ("p cnf 2 1\ne 1 2 0\n1_1 0\n", "q:3:1"),
        ("p cnf 2 1\ne 1 2 0\n1 2 -\n", "q:3:5"),
        ("p cnf 2 1\ne 1 2 0\n1 " + "9" * 5000 + " 0\n", "q:3:3"),
        ("p cnf 2 1\ne 1 2 0\n 1 -3 0\n", "q:3:4: found '-3', expected a variable from 1 to 2"),
        ("p cnf 2 1\ne 1 2 0\n1 2\n", "q:3:4: found 'the end of the text', expected a zero"),
        ("p cnf 2 1\ne 1 2\n1 2 0\n", "q:2:6"),
        ("p cnf 2 1\ne 1 0 2 0\n1 2 0\n", "q:2:5"),
        ("p cnf 2 1\ne 1 -2 0\n1 2 0\n", "q:2:5"),
        ("p cnf 2 1\ne 1 2 0\na 2 0\n1 2 0\n", "q:3:3: found '2', expected a variable, bound once"),
        ("p cnf 2 1\ne 1 2 2 0\n1 2 0\n", "q:2:7"),
        ("p cnf 2 2\ne 1 0\n1 0\na 2 0\n1 2 0\n", "q:4:1: found 'a 2 0', expected a clause"),
        ("p cnf 2 1\ne 1 0\n1 -2 0\n", "q:3:3: found '-2', expected a variable bound in the prefix; bind it"),
        ("p cnf 2 1\ne 1 2 0\n1 2 0\n1 0\n", "q:5:1: found '2 clauses', expected 1 clauses"),
        ("p cnf 2 3\ne 1 2 0\n1 2 0\n1 0\n", "q:5:1: found '2 clauses', expected 3 clauses"),
        ("p cnf 2 1\nexists 1 2 0\n1 2 0\n", "q:2:1"),
        ("p cnf 2 1\ne 1 2 0\n1 \u0662 0\n", "q:3:3"),
    ],
)
def test_qdimacs_faults_have_a_place(text, place):
    with pytest.raises(InputError) as caught:
        read_qdimacs(text, name="q")
    assert str(caught.value).startswith(place)


# ------------------------------------------------------------------------------------------------------- QCIR


@settings(max_examples=draws(200, 50))
@given(circuits(), st.booleans())
def test_qcir_round_trip(circuit, cleansed):
    """The value stays, and after one trip the text stays, too."""
    text = text_of(write_qcir, circuit, cleansed=cleansed)
    again = read_qcir(text)
    assert evaluate(again) == evaluate(circuit)
    assert [(q, len(v)) for q, v in again.prefix.blocks] == [(q, len(v)) for q, v in circuit.prefix.blocks]
    assert cleansed or again.sizes() == circuit.sizes()
    assert text_of(write_qcir, read_qcir(text_of(write_qcir, again)), cleansed=cleansed) == text_of(
        write_qcir, again, cleansed=cleansed
    )


@settings(max_examples=draws(200, 50))
@given(circuits())
def test_cleansed_form(circuit):
    """Numbers 1 … n in the order in which they appear, n in the first line, and/or only, the output last."""
    lines = text_of(write_qcir, circuit, ["left out"], cleansed=True).splitlines()
    number = r"[1-9]\d*"
    literals = rf"(?:-?{number}(?:, -?{number})*)?"
    header = re.fullmatch(rf"#QCIR-G14 ({number})", lines[0])
    blocks = len(circuit.prefix.blocks)
    assert header
    for line, block in zip(lines[1:], circuit.prefix.blocks, strict=False):
        assert re.fullmatch(rf"{'exists' if block.quantifier is Quantifier.EXISTS else 'forall'}\({literals}\)", line)
    assert lines[blocks + 1] == f"output({header[1]})"
    gates = [re.fullmatch(rf"({number}) = (?:and|or)\(({literals})\)", line) for line in lines[blocks + 2 :]]
    bound = [int(word) for line in lines[1 : blocks + 1] for word in re.findall(number, line)]
    assert [*bound, *[int(gate[1]) for gate in gates if gate]] == list(range(1, int(header[1]) + 1))
    assert len(bound) + len(gates) == int(header[1])
    assert all(int(word) < int(gate[1]) for gate in gates if gate for word in re.findall(number, gate[2]))


@settings(max_examples=draws(200, 50))
@given(circuits())
def test_the_output_is_a_gate_and_positive(circuit):
    assert re.search(r"^output\((\w+)\)$(?s:.*)^\1 = [^\n]*\n\Z", text_of(write_qcir, circuit), re.MULTILINE)


@given(circuits(max_variables=3), st.data())
def test_names_never_clash(circuit, data):
    """Names are free text: illegal signs, doubles and names that look like gates still give the same formula."""
    for node in range(1, circuit.num_nodes + 1):
        circuit.names[node] = data.draw(st.sampled_from(["a", "a b", "a_b", "g1", "x1", "and", "1", "", "é"]))
    assert evaluate(read_qcir(text_of(write_qcir, circuit, ["named\nin two lines"]))) == evaluate(circuit)


@pytest.mark.parametrize("constant", [TRUE, FALSE])
@pytest.mark.parametrize("cleansed", [True, False])
def test_constant_outputs(constant, cleansed):
    circuit = Circuit()
    circuit.exists(2)
    circuit.output = constant
    assert read_qcir(text_of(write_qcir, circuit, cleansed=cleansed)).output == constant


def test_gates_mean_what_the_format_says():
    """The sample by hand: ∃x∃y ∀u ∃z: ¬ite(u, x∨¬u, ¬((x∨¬u) ⊕ z)); u true asks for ¬x, u false for z = 0."""
    circuit = read_qcir(QCIR)
    assert evaluate(circuit)
    assert evaluate(read_qcir(QCIR.replace("exists(x, y1)", "forall(x, y1)"))) is False
    assert circuit.names[1] == "x"
    assert circuit.names[2] == "y1"
    assert (
        read_qcir(QCIR.replace("\n", " \r\n").replace("= or(", "= OR ( ").replace("exists", "Exists")).gates
        == circuit.gates
    )


def test_or_is_written_as_or():
    circuit = Circuit()
    a, b, c = circuit.exists(3)
    circuit.output = circuit.and_([circuit.or_([a, b]), circuit.or_([-b, c])])
    assert "and(g4, g5)" in text_of(write_qcir, circuit)
    assert text_of(write_qcir, circuit).count("= or(") == 2


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("#QCIR-G14", "#QCIR-14", "q:1:1: found '#QCIR-14'"),
        ("exists(x, y1)", "exists(x, x)", "q:2:11: found 'x', expected a name that is not in use"),
        ("exists(x, y1)", "exists()", "q:2:8"),
        ("exists(x, y1)", "exists(x y1)", "q:2:10: found 'y1', expected ',' or ')'"),
        ("exists(x, y1)", "exists(-x)", "q:2:8"),
        ("exists(x, y1)", "free(x, y1)", "q:2:1"),
        ("exists(x, y1)", "some(x, y1)", "q:2:1"),
        ("output(-g)", "output(-q)", "q:5:9: found 'q', expected a variable or a gate that is known"),
        ("output(-g)", "output(--g)", "q:5:9"),
        ("output(-g)\n", "", "q:5:1"),
        ("output(-g)", "output(-g)\nforall(v)", "q:6:1"),
        ("output(-g)", "output(-g)\noutput(g)", "q:6:1"),
        ("or(x, -u)", "or(x, -k)", "q:6:12"),
        ("or(x, -u)", "nor(x, -u)", "q:6:5"),
        ("or(x, -u)", "or(x, -u) z", "q:6:15"),
        ("or(x, -u)", "or(x, -u", "q:6:13: found the end of the line"),
        ("or(x, -u)", "exists(x; u)", "q:6:5"),
        ("k = xor(h, z)", "h = xor(h, z)", "q:7:1"),
        ("xor(h, z)", "xor(h, z, x)", "q:7:5"),
        ("ite(u, h, -k)", "ite(u, h)", "q:8:5"),
        ("ite(u, h, -k)", "ite(u, h, -\u0663)", "q:8:16"),
    ],
)
def test_qcir_faults_have_a_place(old, new, place):
    assert old in QCIR
    with pytest.raises(InputError) as caught:
        read_qcir(QCIR.replace(old, new), name="q")
    assert str(caught.value).startswith(place)
    assert isinstance(caught.value, UnsupportedError) == new.startswith(("free", "exists(x;"))


# --------------------------------------------------------------------------------------------- hostile sources


def test_every_truncation_is_refused():
    """A text that is cut anywhere but before its last newline has not all its clauses."""
    assert read_qdimacs(QDIMACS).num_clauses == 3
    for end in range(len(QDIMACS) - 1):
        with pytest.raises(InputError):
            read_qdimacs(QDIMACS[:end] + ("" if "\n" in QDIMACS[:end] else "\n"))


def test_truncated_circuits_are_refused_or_complete():
    """QCIR has no counts: what is cut is refused unless only unused gates are missing."""
    needed = QCIR.index("w = ") - 1
    for end in range(len(QCIR)):
        cut = QCIR[:end] + ("" if "\n" in QCIR[:end] else "\n")
        if end < needed:
            with pytest.raises(InputError):
                read_qcir(cut)
            continue
        try:
            assert read_qcir(cut).sizes() == read_qcir(QCIR).sizes()
        except InputError:
            assert needed + 1 < end < len(QCIR) - 1


@pytest.mark.parametrize(("read", "sample"), [(read_qdimacs, QDIMACS), (read_qcir, QCIR)])
@settings(max_examples=draws(150, 40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_hostile_bytes_give_a_formula_or_an_input_error(tmp_path, read, sample, data):
    """Random bytes, and random damage to a good file, from a file, plain or (claimed to be) compressed."""
    content = bytearray(sample.encode())
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(content)))
        junk = data.draw(
            st.binary(max_size=5) | st.sampled_from([b"-", b"0", b" ", b"\n", b"9" * 30, b"(", b"c", b"p"])
        )
        content[at : at + data.draw(st.integers(0, 4))] = junk
    name = data.draw(st.sampled_from(["f", "f.gz"]))
    (tmp_path / name).write_bytes(bytes(content))
    try:
        formula = read(tmp_path / name)
    except InputError as error:
        said = str(error)
        assert str(tmp_path / name) in said
        assert "\n" not in said
    else:
        formula.validate()


@given(st.text() | st.text("#QCIR-G14()=,;xand or01\n") | st.text("pcnfea 0123-\n"))
@example("\n")
@example("p cnf 1 1\ne 1 0\n\x0c1 0\n")
@example("#QCIR-G14\noutput(")
@example("#QCIR-G14 ²\n")
@example("p cnf ² 1\n")
def test_hostile_text(text):
    for read in (read_qdimacs, read_qcir):
        for header in ("", "p cnf 3 1\n", "#QCIR-G14\n"):
            try:
                read(header + text + "\n").validate()
            except InputError as error:
                said = str(error)
                assert said


def test_truncated_gzip_is_refused(tmp_path):
    packed = gzip.compress(QDIMACS.encode())
    path = tmp_path / "x.gz"
    for end in range(len(packed)):
        path.write_bytes(packed[:end])
        with pytest.raises(InputError):
            read_qdimacs(path)


@pytest.mark.parametrize("read", [read_qdimacs, read_qcir])
def test_unreadable_files(tmp_path, read):
    for source in (tmp_path, tmp_path / "missing", "missing-file", str(tmp_path / "a\0b")):
        with pytest.raises(InputError, match="cannot read"):
            read(source)


# ------------------------------------------------------------------------------------------------------ files


def sample_qcnf() -> QCNF:
    return read_qdimacs(QDIMACS)


@pytest.mark.parametrize(
    ("write", "read"), [(write_qdimacs, lambda: read_qdimacs(QDIMACS)), (write_qcir, lambda: read_qcir(QCIR))]
)
def test_the_same_formula_is_the_same_file(tmp_path, write, read):
    """Byte for byte, compressed or not, under whatever name, and whatever stood there before."""
    formula = read()
    plain = text_of(write, formula).encode()
    for name in ("one", "two.txt"):
        (tmp_path / name).write_text("old")
        write(read(), tmp_path / name)
        assert (tmp_path / name).read_bytes() == plain
    for name in ("one.gz", "two.txt.gz"):
        write(read(), str(tmp_path / name))
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.txt.gz").read_bytes() != plain
    assert (tmp_path / "one.gz").read_bytes()[3:8] == bytes(5)  # no name, no time
    assert gzip.decompress((tmp_path / "one.gz").read_bytes()) == plain
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_no_half_file_is_left(tmp_path, failure):
    """An interrupt or a full disk in the middle of writing leaves the old file, and no temporary one."""

    def comments():
        yield "first"
        raise failure

    path = tmp_path / "formula"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt if failure is KeyboardInterrupt else InputError):
        write_qdimacs(sample_qcnf(), path, comments())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_links_and_devices_are_written_through(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_qdimacs(sample_qcnf(), link)
    assert link.is_symlink()
    assert target.read_text() == text_of(write_qdimacs, sample_qcnf())
    write_qdimacs(sample_qcnf(), "/dev/null")
    assert not Path("/dev/null").is_file()


def test_unwritable_targets(tmp_path):
    for target in (tmp_path, tmp_path / "no" / "folder", tmp_path / "a\0b"):
        with pytest.raises(InputError, match="cannot write"):
            write_qdimacs(sample_qcnf(), target)


# ------------------------------------------------------------------------------------------------- the solver


def depqbf(qcnf: QCNF, path: Path) -> bool:
    write_qdimacs(qcnf, path, ["for the solver"])
    code = subprocess.run([DEPQBF, path], capture_output=True, timeout=20, check=False).returncode
    return {10: True, 20: False}[code]


@pytest.mark.skipif(not DEPQBF.exists(), reason="DepQBF is not installed")
@settings(max_examples=draws(40, 20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(qcnf=qcnfs(max_variables=8, max_clauses=20))
def test_the_oracle_agrees_with_a_solver(tmp_path, qcnf):
    assert depqbf(qcnf, tmp_path / "q") == evaluate(qcnf)


@pytest.mark.skipif(not DEPQBF.exists(), reason="DepQBF is not installed")
@settings(max_examples=draws(40, 20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(circuit=circuits(max_variables=7, max_gates=25))
def test_a_solver_agrees_on_translated_circuits(tmp_path, circuit):
    assert depqbf(tseitin(circuit)[0], tmp_path / "q") == evaluate(circuit)


@pytest.mark.parametrize(("read", "text"), [(read_qdimacs, QDIMACS), (read_qcir, QCIR)])
def test_byte_order_mark(read, text, tmp_path):
    """The mark that some editors put before a text is no part of it."""
    path = tmp_path / "f"
    path.write_text(text, encoding="utf-8-sig")
    assert read(path).prefix == read(text).prefix
