/** The names of months in the ways of many languages. */
import { fold } from "../../models/domain/foldedText.ts"

const months = `jan january januar janvier enero gennaio janeiro januari ene gen janv jän jänner leden styczeń januar
|feb february februar février febrero febbraio fevereiro februari fev févr fevr luty
|mar march märz mars marzo março maart mär mrt marzec
|apr april avril abril aprile avr abr kwiecień
|may mai mayo maggio maio mei mag maj
|jun june juni juin junio giugno junho giu czerwiec
|jul july juli juillet julio luglio julho juil lug lipiec
|aug august août agosto augustus aout ago sierpień augusti
|sep sept september septembre septiembre settembre setembro set wrzesień
|oct october oktober octobre octubre ottobre outubro okt ott out październik
|nov november novembre noviembre novembro listopad
|dec december dezember décembre diciembre dicembre dezembro dez dic déc grudzień`
  .split("|")
  .flatMap((words, index) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, index + 1] as const)
  )

/** The number of each name. @internal */
export const monthNumbers: ReadonlyMap<string, number> = new Map(months)

/** Any name of a month, the longer first. @internal */
export const anyMonth = [...monthNumbers.keys()].toSorted((one, other) => other.length - one.length).join("|")

/** Any name of a month in folded text. @internal */
export const monthPattern = [...new Set(anyMonth.split("|").map((month) => fold(month)))].join("|")
