import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/inboxStoreSuite.ts"

suite("memory", layer)
