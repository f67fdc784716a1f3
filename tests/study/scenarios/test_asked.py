"""What a scenario asks of the analyses is held against its game when it is read, by file and line."""

import pytest
from scenario_texts import RIVALS, write

import simkit as sk


@pytest.mark.parametrize(
    ("section", "line", "told"),
    [
        ('[robust]\nseat = "polcy"', 2, "unknown seat 'polcy', did you mean 'policy'?"),
        ('[robust]\npolicies = ["bold", "prudnt"]', 2, "unknown policy 'prudnt', did you mean 'prudent'?"),
        ("[robust]\nrestricted = { shy = { flee_att = 3 } }", 2, "unknown key 'flee_att', did you mean 'flee_at'?"),
        ('[robust.repeats]\nruns = { kind = "bold", flee_at = 10000 }', 2, "flee_at must be"),
        ('[tune]\nthresholds = ["flee_at", "rest_at"]', 2, "unknown threshold 'rest_at'"),
        ("[tune]\nranges = { fleeat = [1, 2] }", 2, "unknown threshold 'fleeat', did you mean 'flee_at'?"),
        ('[audit]\nseats = ["polcy"]', 2, "unknown seat 'polcy', did you mean 'policy'?"),
        ('[audit]\nkeys = ["flee_at", "fleeat"]', 2, "unknown key of a policy 'fleeat', did you mean 'flee_at'?"),
        ("[audit]\nmargin = -0.5", 2, "a margin is 0 to 1,000,000,000, not -0.5"),
        ('[audit]\nmargin = "1 point"', 2, "a size is a number, or points as in \"1pt\", not '1 point'"),
        ("[audit]\nmore = -1", 2, "audit.more should be greater than or equal to 0, not -1"),
        ("[audit]\nalpha = 0.5", 2, "audit.alpha should be less than 0.5, not 0.5"),
        ("[ladder]\nalpha = 0.0", 2, "ladder.alpha should be greater than 0, not 0.0"),
        ('[ladder]\npolicies = ["bold", "marshal"]', 2, "unknown policy 'marshal'"),
        ('[ladder]\npolicies = ["bold", "bold"]', 2, "'bold' stands on the ladder twice"),
        ('[ladder]\npolicies = ["bold"]', 2, "a ladder needs two policies or more, not 1"),
        (
            '[sensitivity]\nfigures = ["characters.rosa", "charters"]',
            2,
            "no reconstructed figure begins with 'charters'",
        ),
    ],
)
def test_names_of_the_analyses_are_faults_of_their_lines(tmp_path, section, line, told):
    file = write(tmp_path, f"{RIVALS}\n{section}\n")
    first = len(RIVALS.splitlines()) + 1
    with pytest.raises(sk.BadInput) as caught:
        sk.load(file)
    (said,) = caught.value.lines
    assert said.startswith(f"{file}:{first + line}: ")
    assert told in said
