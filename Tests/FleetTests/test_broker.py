# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Users, passwords and certificates of brokers, and brokers that end a connection."""
import re
import subprocess
import time

import pytest

from account import settled
from conftest import ROOT, wait_until
from nats_server import free_port


def users(password):
    return f'authorization {{ user: relay, password: "{password}" }}'


def authorized(broker):
    """Reads with the relay's user, which the tests' own client doesn't know: by a server without users."""
    broker.kill()
    broker.configure("")
    broker.start()
    return broker


def has_all(broker, program):
    """Whether a broker has the newest call of a program: by its files, since it refuses the tests' own client."""
    reached = [int(number) for file in broker.folder.rglob("*.blk")
               for number in re.findall(rb"Inspector-Through: (\d+)", file.read_bytes())]
    return max(reached, default=0) >= program.status()["position"]


def test_a_user_and_a_password_from_a_file(machine, tmp_path):
    broker = machine.broker(users("secret word"))
    (tmp_path / "password").write_text("secret word\n")
    program = machine.demo()
    relay = machine.relay(broker, "--nats-user", "relay", "--nats-password-file", str(tmp_path / "password"))
    wait_until(lambda: "following" in relay.log)
    program.pause()
    wait_until(lambda: has_all(broker, program))
    assert relay.stop() == 0 and "secret" not in relay.log
    assert authorized(broker).messages()


def test_a_token_from_a_file(machine, tmp_path):
    broker = machine.broker('authorization { token: "abc" }')
    (tmp_path / "token").write_text("abc")
    machine.demo()
    relay = machine.relay(broker, "--nats-token-file", str(tmp_path / "token"))
    wait_until(lambda: "following" in relay.log)


def test_a_relay_that_may_not_connect_says_so_without_its_password(machine):
    broker = machine.broker(users("right"))
    relay = machine.relay(broker, "--nats", broker.url.replace("//", "//relay:wrong@"))
    wait_until(lambda: "refused" in relay.log or "Authorization" in relay.log)
    assert "wrong" not in relay.log
    assert relay.stop() == 0


def test_a_connection_that_the_broker_ended_is_opened_again(machine, broker):
    program = machine.demo(rate=500)
    relay = machine.relay(broker)
    wait_until(lambda: broker.messages())
    # libnats gives a connection up when it was refused twice.
    broker.kill()
    broker.configure(users("other"))
    broker.start()
    time.sleep(5)
    broker.kill()
    broker.configure("")
    broker.start()
    program.pause()
    found = settled(broker, program)
    assert found.calls == program.calls() and not found.gaps
    assert relay.process.poll() is None


def openssl(*arguments, folder):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def certificates(tmp_path):
    folder = tmp_path / "certificates"
    folder.mkdir()
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=ca", "-keyout", "ca.key",
            "-out", "ca.pem", folder=folder)
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost")
    for name in ("server", "client"):
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}", "-keyout", f"{name}.key",
                "-out", f"{name}.csr", folder=folder)
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days", "2", "-extfile", "names", "-out", f"{name}.pem", folder=folder)
    return folder


def test_certificates_of_both_sides(machine, certificates):
    broker = machine.broker(f"""tls {{
        cert_file: "{certificates}/server.pem", key_file: "{certificates}/server.key",
        ca_file: "{certificates}/ca.pem", verify: true }}""")
    broker.scheme = "tls"
    program = machine.demo()
    stranger = machine.relay(broker, "--nats-ca", f"{certificates}/ca.pem")
    wait_until(lambda: "waiting" in stranger.log)
    stranger.stop()
    relay = machine.relay(
        broker, "--nats-ca", f"{certificates}/ca.pem", "--nats-cert", f"{certificates}/client.pem",
        "--nats-key", f"{certificates}/client.key")
    wait_until(lambda: "following" in relay.log)
    program.pause()
    wait_until(lambda: has_all(broker, program))
    assert relay.stop() == 0
    assert settled(authorized(broker), program).calls == program.calls()


def test_the_certificate_of_another_host_is_refused(machine, certificates):
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-out", "other.pem", folder=certificates)
    broker = machine.broker(f'tls {{ cert_file: "{certificates}/other.pem", key_file: "{certificates}/server.key" }}')
    broker.scheme = "tls"
    relay = machine.relay(broker, "--nats-ca", f"{certificates}/ca.pem")
    wait_until(lambda: "waiting" in relay.log)
    time.sleep(3)
    assert "sending to" not in relay.log


@pytest.mark.parametrize(("arguments", "words"), [
    (["--nats", "http://x"], "not an address of a NATS server"),
    (["--nats-key", "k"], "needs --nats-cert"),
    (["--url", "ftp://x"], "not the address of a program"),
    (["--service", "shop"], "PROGRAM=NAME"),
    (["--replicas", "6"], "use 1 to 5"),
    # The broker counts in nanoseconds, of which 64 bits hold 106 751 days.
    (["--max-age", "106752d"], "--max-age"),
    (["--max-age", "1000000d"], "--max-age"),
    (["--max-age", "106751d", "--replicas", "6"], "use 1 to 5"),
    (["--nats-ca", ""], "--nats-ca: the name of the file is empty"),
    (["--nats-cert", "c", "--nats-key", ""], "--nats-key: the name of the file is empty"),
    (["--no-discovery"], "needs --url"),
])
def test_options_that_cannot_be_used(machine, arguments, words):
    run = subprocess.run([machine.fleet, "relay", *arguments], capture_output=True, text=True, timeout=20)
    assert run.returncode == 64 and words in run.stderr


def test_a_missing_file_of_a_password_is_named(machine):
    command = [machine.fleet, "relay", "--nats-user", "x", "--nats-password-file", "/no/such/file"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert run.returncode == 1 and "/no/such/file" in run.stderr


@pytest.mark.parametrize(("options", "words"), [
    (["--nats-ca", "missing.pem"], "--nats-ca missing.pem: No such file"),
    (["--nats-cert", "missing.pem"], "--nats-cert missing.pem: No such file"),
    (["--nats-cert", "client.pem", "--nats-key", "missing.pem"], "--nats-key missing.pem: No such file"),
    (["--nats-ca", "client.key"], "'client.key'"),
    (["--nats-cert", "client.key"], "'client.key'"),
    (["--nats-cert", "client.pem", "--nats-key", "server.key"], "'server.key'"),
])
def test_a_file_for_tls_that_cannot_be_used_ends_a_relay(machine, certificates, options, words):
    # Nobody listens there: it would wait for a broker.
    command = [machine.fleet, "relay", "--nats", f"tls://127.0.0.1:{free_port()}", *options]
    run = subprocess.run(command, capture_output=True, text=True, timeout=20, cwd=certificates, env=machine.environment)
    assert run.returncode == 1 and words in run.stderr
    assert "refused" not in run.stderr and "waiting" not in run.stderr


JWT = "-----BEGIN NATS USER JWT-----\nx.y.z\n------END NATS USER JWT------\n\n*** a note of nsc ***\n\n"


def seed(text):
    return f"-----BEGIN USER NKEY SEED-----\n{text}------END USER NKEY SEED------\n"


@pytest.mark.parametrize(("text", "missing"), [
    ("garbage", "NATS USER JWT"), (seed("SUA\n"), "NATS USER JWT"),
    (JWT, "USER NKEY SEED"), (JWT + seed(""), "USER NKEY SEED"),
], ids=["garbage", "no JWT", "no key", "an empty key"])
def test_a_file_without_credentials_ends_a_relay(machine, tmp_path, text, missing):
    file = tmp_path / "relay.creds"
    file.write_text(text)
    command = [machine.fleet, "relay", "--nats", f"nats://127.0.0.1:{free_port()}", "--nats-creds", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=20, env=machine.environment)
    assert run.returncode == 1 and f"--nats-creds {file}: -----BEGIN {missing}-----" in run.stderr
    assert "waiting" not in run.stderr


def test_a_file_with_credentials_is_taken(machine, broker, tmp_path):
    (tmp_path / "relay.creds").write_text(JWT + seed("SUA\n"))
    relay = machine.relay(broker, "--nats-creds", str(tmp_path / "relay.creds"))
    # Only libnats knows that this is no key.
    wait_until(lambda: "waiting" in relay.log)
    assert relay.process.poll() is None


@pytest.fixture(scope="module")
def attempts(tmp_path_factory):
    """A program that connects in vain, and prints how many bytes each attempt leaves behind."""
    program = tmp_path_factory.mktemp("attempts") / "attempts"
    sources = [ROOT / "Sources/CNats" / name for name in ("connection.c", "options.c", "failure.c")]
    subprocess.run(
        ["clang", "-Wno-nullability-completeness", "-I", ROOT / "Sources/CNats/include", *sources,
         ROOT / "Tests/FleetTests/attempts.c", "-lnats", "-lpthread", "-o", program], check=True)
    return program


@pytest.mark.parametrize("is_down", [True, False], ids=["down", "refused"])
def test_attempts_to_connect_leave_no_memory(machine, attempts, is_down):
    url = f"nats://127.0.0.1:{free_port()}" if is_down else machine.broker(users("right")).url
    run = subprocess.run([attempts, url], capture_output=True, text=True, timeout=60, check=True)
    # A connection's own part has more than that.
    assert int(run.stdout) < 64
