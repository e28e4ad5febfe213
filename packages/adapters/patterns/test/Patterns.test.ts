import { suite } from "@kittiwake/core/testing/patternsSuite"
import { layer } from "../src/Patterns.ts"

suite("re2js", layer)
