"""A plugin of pytest that says why a test needed a second try, and fails the run if asked to."""

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why each test that was tried once more had failed."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(report.nodeid)
        terminalreporter.line(report.longreprtext)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run with `--fail-on-flaky`: of several processes pytest-rerunfailures does not."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    asked = session.config.getoption("fail_on_flaky")
    if asked and reporter and reporter.stats.get("rerun") and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
