package dev.stoa.docs.broken.server;

import dev.stoa.docs.broken.cli.Terminal;

public final class ServerUsesCli {
    public void serve() {
        Terminal.say("served");
    }
}
