import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/pageIndexSuite.ts"

suite("memory", layer)
