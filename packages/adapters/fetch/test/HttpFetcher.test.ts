import { suite } from "@kittiwake/core/testing/httpFetcherSuite"
import { Layer } from "effect"
import * as HttpFetcher from "../src/HttpFetcher.ts"
import { loopbackDoor } from "./door.ts"
import * as ScriptedServers from "./ScriptedServers.ts"

suite("undici", Layer.merge(HttpFetcher.layer().pipe(Layer.provide(loopbackDoor)), ScriptedServers.layer), {
  givesDigests: true
})
