import { layer } from "../../src/memory/LimitStore.ts"
import { suite } from "../../src/testing/limitStoreSuite.ts"

suite("memory", layer)
