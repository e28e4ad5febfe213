/** Patterns whose adapter is loaded when it is needed promise all that it promises. */
import { suite } from "@kittiwake/core/testing/patternsSuite"
import { patterns } from "../src/readers.ts"

suite("loaded when they are needed", patterns)
