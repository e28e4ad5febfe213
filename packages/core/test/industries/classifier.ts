/** The classifier by rules over the published lists, made once for a file: its indexes take half a second each. */
import * as IndustryTables from "@kittiwake/industries/IndustryTables"
import { Effect, Layer } from "effect"
import { classifyByRules } from "../../src/industries/classifyByRules.ts"
import { IndustryClassifier } from "../../src/industries/IndustryClassifier.ts"

export const rules = await Effect.runPromise(Effect.provide(classifyByRules, IndustryTables.layer))

export const layer = Layer.succeed(IndustryClassifier, rules)
