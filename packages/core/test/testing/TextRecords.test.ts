import { Effect, Layer } from "effect"
import { ScriptedWeb } from "../../src/testing/ScriptedWeb.ts"
import { publishedTexts, suite } from "../../src/testing/textRecordsSuite.ts"

const published = Layer.effectDiscard(
  ScriptedWeb.use((web) =>
    Effect.forEach(Object.entries(publishedTexts), ([name, records]) => web.texts(name, records))
  )
)

suite("scripted", published.pipe(Layer.provideMerge(ScriptedWeb.layer)))
