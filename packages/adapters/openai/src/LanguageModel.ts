/** Any server that speaks the protocol of OpenAI's chat completions. */
import { readJson } from "@kittiwake/core/internal/readJson"
import { LanguageModel, type ModelAnswer, ModelFailed, type ModelRequest } from "@kittiwake/core/models/LanguageModel"
import { type ServiceAnswer, ServiceCaller, type ServiceUnreachable } from "@kittiwake/core/web/ServiceCaller"
import { Clock, Duration, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import {
  bodyOf,
  type Completion,
  type Format,
  formats,
  jsonIn,
  type Message,
  messagesOf,
  mostValues,
  readCompletion
} from "./wire.ts"

export interface OpenAiOptions {
  /** Where the server answers, up to and with its version: `https://api.example.com/v1`. */
  readonly url: string
  readonly key: Option.Option<Redacted.Redacted>
  readonly model: string
}

/** A token is seldom of more bytes, and JSON around an answer is not long. */
const bytesOf = (tokens: number): number => tokens * 24 + 64 * 1024

const failed = (reason: ModelFailed["reason"], message: string) => new ModelFailed({ reason, message })

const tookTooLong = failed("deadline", "The model took too long.")

const unreachable = ({ message, reason }: ServiceUnreachable): ModelFailed => {
  if (reason === "forbidden_address") return failed(reason, message)
  if (reason === "timeout") return tookTooLong
  return reason === "too_large"
    ? failed("malformed", "The answer is longer than it may be.")
    : failed("unavailable", "The server of the model cannot be reached.")
}

/** What a status says that is no success. Bodies of errors may hold our key: none is repeated. */
const failureOf = (status: number): ModelFailed | undefined => {
  if (status >= 200 && status < 300) return undefined
  if (status === 429) return failed("limited", "The server of the model takes no more for now.")
  if (status === 401 || status === 403) return failed("rejected", "The server of the model refuses the key.")
  if (status === 404) return failed("rejected", "The server knows no such model, or answers elsewhere.")
  if (status >= 500) return failed("unavailable", `The server of the model answered ${status}.`)
  return failed("rejected", `The server of the model answered ${status}.`)
}

const contentOf = ({ choices: [first] }: Completion): Result.Result<string, ModelFailed> => {
  const { finish_reason: ended, message } = first
  if (typeof message.refusal === "string" && message.refusal !== "") {
    return Result.fail(failed("refused", "The model will not answer."))
  }
  if (ended === "content_filter") return Result.fail(failed("refused", "The answer was filtered."))
  if (ended === "length") return Result.fail(failed("cut", "The answer ended before its end."))
  return Result.succeed(message.content ?? "")
}

interface Asked {
  readonly content: string
  readonly completion: Completion
}

/** Serves `LanguageModel` from one server. */
export const layer = (options: OpenAiOptions): Layer.Layer<LanguageModel, never, ServiceCaller> =>
  Layer.effect(
    LanguageModel,
    Effect.gen(function* () {
      const service = yield* ServiceCaller
      const url = `${options.url.replace(/\/+$/, "")}/chat/completions`
      const headers = {
        "content-type": "application/json",
        ...(Option.isSome(options.key) ? { authorization: `Bearer ${Redacted.value(options.key.value)}` } : {})
      }
      // What this server was found not to know is not asked of it again.
      let known = 0

      // The time of an exchange begins with its turn; that of a question does not.
      const post = (body: string, timeout: Duration.Duration, maxOutputTokens: number) =>
        service
          .post({ url, headers, body, timeout, maxBytes: bytesOf(maxOutputTokens) })
          .pipe(
            Effect.mapError(unreachable),
            Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(tookTooLong) })
          )

      const read = Effect.fnUntraced(function* ({ body }: ServiceAnswer): Effect.fn.Return<Asked, ModelFailed> {
        const json = yield* readJson(body, mostValues)
        const completion = Result.isSuccess(json) ? readCompletion(json.success) : undefined
        if (completion === undefined) {
          return yield* failed("malformed", "The server does not answer as the protocol says.")
        }
        return { content: yield* Effect.fromResult(contentOf(completion)), completion }
      })

      const left = Effect.fnUntraced(function* (until: number) {
        const millis = until - (yield* Clock.currentTimeMillis)
        return millis > 0 ? Duration.millis(millis) : yield* tookTooLong
      })

      /** Asks in a format that the server takes. */
      const ask = Effect.fnUntraced(function* <A>(
        request: ModelRequest<A>,
        until: number,
        more: ReadonlyArray<Message>
      ): Effect.fn.Return<Asked, ModelFailed> {
        for (;;) {
          const format: Format = formats[known]!
          const messages = [...messagesOf(request, format), ...more]
          const body = bodyOf(request, { format, messages, model: options.model })
          const answer = yield* post(body, yield* left(until), request.maxOutputTokens)
          const failure = failureOf(answer.status)
          if (failure === undefined) return yield* read(answer)
          const isFormat = (answer.status === 400 || answer.status === 422) && known < formats.length - 1
          if (!isFormat) return yield* failure
          known += 1
        }
      })

      const complete = Effect.fn("LanguageModel.complete")(function* <A>(
        request: ModelRequest<A>
      ): Effect.fn.Return<ModelAnswer<A>, ModelFailed> {
        const decode = Schema.decodeUnknownResult(Schema.fromJsonString(request.schema))
        const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(request.deadline)
        const first = yield* ask(request, until, [])
        const answerOf = ({ completion }: Asked, value: A): ModelAnswer<A> => ({
          value,
          model: completion.model ?? options.model,
          usage: {
            inputTokens: completion.usage?.prompt_tokens ?? 0,
            outputTokens: completion.usage?.completion_tokens ?? 0
          }
        })
        const once = decode(jsonIn(first.content))
        if (Result.isSuccess(once)) return answerOf(first, once.success)
        const second = yield* ask(request, until, [
          { role: "assistant", content: first.content.slice(0, 4_000) },
          {
            role: "user",
            content: "That does not fit the shape that was asked for. Answer again, with the JSON object alone."
          }
        ])
        const twice = decode(jsonIn(second.content))
        if (Result.isSuccess(twice)) return answerOf(second, twice.success)
        return yield* failed("malformed", "The model does not answer in the shape that it was asked for.")
      })

      return LanguageModel.of({ complete })
    })
  )
