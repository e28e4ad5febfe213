import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/feedbackStoreSuite.ts"

suite("memory", layer)
