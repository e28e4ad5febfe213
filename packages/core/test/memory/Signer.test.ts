import { layer } from "../../src/memory/Signer.ts"
import { suite } from "../../src/testing/signerSuite.ts"

suite("memory", layer)
