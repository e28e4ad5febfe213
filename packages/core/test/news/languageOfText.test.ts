import { assert, describe, it } from "@effect/vitest"
import { languageOfText } from "../../src/news/domain/languageOfText.ts"

describe("the language of a short text", () => {
  const texts: ReadonlyArray<readonly [string | null, string]> = [
    ["en", "The company said that it will open a new factory in the north after the summer."],
    ["de", "Das Unternehmen will nach dem Sommer eine neue Fabrik im Norden eröffnen, und das ist nicht alles."],
    ["fr", "L'entreprise ouvrira une nouvelle usine dans le nord après l'été, selon les dirigeants."],
    [
      "es",
      "La empresa abrirá una nueva fábrica en el norte después del verano, según los directivos, que no dieron más datos."
    ],
    [
      "it",
      "L'azienda aprirà una nuova fabbrica nel nord dopo l'estate, secondo i dirigenti della società che è quotata."
    ],
    [
      "pt",
      "A empresa vai abrir uma nova fábrica no norte depois do verão, segundo os diretores da companhia, que não deram mais dados."
    ],
    ["nl", "Het bedrijf opent na de zomer een nieuwe fabriek in het noorden en dat is niet alles, zegt de directie."],
    ["ja", "同社は夏以降に北部で新工場を開設すると発表しました。"],
    ["zh", "该公司宣布将于夏季之后在北部开设新工厂。"],
    ["ko", "회사는 여름 이후 북부에 새 공장을 열 것이라고 밝혔다."],
    ["ru", "Компания откроет новый завод на севере после лета."],
    ["ar", "أعلنت الشركة أنها ستفتح مصنعا جديدا في الشمال بعد الصيف."],
    ["hi", "कंपनी ने कहा कि वह गर्मियों के बाद उत्तर में एक नया कारखाना खोलेगी।"],
    [null, "Компанія відкриє новий завод на півночі після літа, її керівники це підтвердили."],
    [null, "Företaget öppnar en ny fabrik i norr efter sommaren."],
    [null, "Petrel 4.2"],
    [null, ""]
  ]
  for (const [language, text] of texts) {
    it(`is ${language ?? "not said"} of ${text.slice(0, 30)}`, () => assert.strictEqual(languageOfText(text), language))
  }
})
