import { suite } from "@kittiwake/core/testing/webhookSenderSuite"
import { Layer } from "effect"
import * as WebhookSender from "../src/WebhookSender.ts"
import { loopbackDoor } from "./door.ts"
import * as ScriptedServers from "./ScriptedServers.ts"

suite("undici", Layer.merge(WebhookSender.layer().pipe(Layer.provide(loopbackDoor)), ScriptedServers.layer))
