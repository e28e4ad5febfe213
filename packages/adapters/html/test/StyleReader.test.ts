import { suite } from "@kittiwake/core/testing/styleReaderSuite"
import * as StyleReader from "../src/StyleReader.ts"

suite("PostCSS", StyleReader.layer)
