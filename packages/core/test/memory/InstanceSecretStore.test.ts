import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/instanceSecretStoreSuite.ts"

suite("memory", layer)
