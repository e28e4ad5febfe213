import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/idempotencyStoreSuite.ts"

suite("memory", layer)
