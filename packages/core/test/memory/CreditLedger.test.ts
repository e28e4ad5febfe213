import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/creditLedgerSuite.ts"

suite("memory", layer)
