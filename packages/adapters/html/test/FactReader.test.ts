import { suite } from "@kittiwake/core/testing/factReaderSuite"
import { layer } from "../src/FactReader.ts"

suite("parse5", layer)
