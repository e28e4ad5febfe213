import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/monitorStoreSuite.ts"

suite("memory", layer)
