/** What the doctor says about the language model that is asked beside the rules. */
import { LanguageModel, type ModelFailed } from "@kittiwake/core/models/LanguageModel"
import { Duration, Effect, Option, Schema } from "effect"
import { layerModel, type ModelChoice } from "../adapters.ts"
import type { Settings } from "../config.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

const subject = "language model"

/** The shortest question that shows whether it answers in a shape. */
const question = {
  instructions: "Answer with the word that is given.",
  input: "kittiwake",
  schema: Schema.Struct({ word: Schema.String }),
  schemaName: "word",
  maxOutputTokens: 2_000,
  deadline: Duration.seconds(20)
}

const cures: Partial<Record<ModelFailed["reason"], string>> = {
  unavailable: "Mend KITTIWAKE_LLM_URL, or start that server.",
  forbidden_address: "A private address must be in KITTIWAKE_EGRESS_ALLOW.",
  rejected: "Mend KITTIWAKE_LLM_KEY, KITTIWAKE_LLM_MODEL or KITTIWAKE_LLM_URL."
}

const none = absent(
  subject,
  "rules judge what changes mean; a model would judge what they are not sure of",
  "Set KITTIWAKE_LLM_URL and KITTIWAKE_LLM_MODEL: docs/operate/language-model.md."
)

const look = (settings: Settings, choice: ModelChoice, told: string): Effect.Effect<Finding> =>
  LanguageModel.use(({ complete }) => complete(question)).pipe(
    Effect.provide(layerModel(choice, settings.egressAllow)),
    Effect.match({
      onSuccess: () => ok(subject, `${told} answers`),
      onFailure: ({ message, reason }) =>
        broken(
          subject,
          `${told}: ${message} Rules alone judge meanwhile`,
          cures[reason] ?? "Look again, and see docs/operate/language-model.md."
        )
    })
  )

/** The model, asked once, which may cost some tokens: only where that `mayCost`. */
export const languageModel = (settings: Settings, mayCost: boolean): Effect.Effect<Finding> =>
  Option.match(settings.languageModel, {
    onNone: () => Effect.succeed(none),
    onSome: (choice) => {
      const told = `${choice.model} at ${new URL(choice.url).host}`
      return mayCost
        ? look(settings, choice, told)
        : Effect.succeed(ok(subject, `${told} is set; not asked now, because it may charge. kittiwake doctor asks it`))
    }
  })
