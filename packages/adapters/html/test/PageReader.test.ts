import { suite } from "@kittiwake/core/testing/pageReaderSuite"
import { layer } from "../src/PageReader.ts"

suite("parse5", layer)
