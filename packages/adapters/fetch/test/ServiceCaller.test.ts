import { suite } from "@kittiwake/core/testing/serviceCallerSuite"
import { Layer } from "effect"
import * as ServiceCaller from "../src/ServiceCaller.ts"
import { loopbackDoor } from "./door.ts"
import * as ScriptedServers from "./ScriptedServers.ts"

suite("undici", Layer.merge(ServiceCaller.layer.pipe(Layer.provide(loopbackDoor)), ScriptedServers.layer))
