package dev.stoa.docs.broken.base;

import dev.stoa.docs.broken.json.JsonUsesStorage;

record BaseUsesJson(JsonUsesStorage other) {}
