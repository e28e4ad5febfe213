import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/organizationStoreSuite.ts"

suite("memory", layer)
