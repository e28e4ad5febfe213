/** The adapter keeps what the port promises, whatever the server behind it does. */
import { LanguageModel } from "@kittiwake/core/models/LanguageModel"
import { type ModelReply, suite } from "@kittiwake/core/testing/languageModelSuite"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import * as Egress from "@kittiwake/fetch/Egress"
import * as ServiceCaller from "@kittiwake/fetch/ServiceCaller"
import { Effect, Layer, Option, Redacted, Result } from "effect"
import { layer } from "../src/LanguageModel.ts"
import { answers, type Reply, says, serve } from "./modelServer.ts"

const loopbackDoor = Egress.layer({ policy: { ...publicOnly, allow: Result.getOrThrow(parseAllow("127.0.0.1")) } })

const key = "sk-secret"

const statuses = { limited: 429, rejected: 401, unavailable: 503 } as const

const replyOf = (reply: ModelReply): Reply => {
  if ("says" in reply) return says(reply.says)
  if ("refuses" in reply) return says(null, { refusal: "No." })
  if ("isCut" in reply) return says(reply.isCut, { finish: "length" })
  if ("hangs" in reply) return () => undefined
  return answers(statuses[reply.fails], `{"error":{"message":"${key} is not welcome"}}`)
}

suite("openai", ([first, ...rest]) =>
  Effect.gen(function* () {
    const { asked, url } = yield* serve(replyOf(first), ...rest.map(replyOf))
    const services = yield* Layer.build(
      layer({ url, key: Option.some(Redacted.make(key)), model: "small" }).pipe(
        Layer.provide(ServiceCaller.layer),
        Layer.provide(loopbackDoor)
      )
    )
    const model = yield* Effect.provide(LanguageModel, services)
    return { model, asked: Effect.sync(() => asked.length), secrets: [key, url] }
  }))
