/** Texts in the charsets of before Unicode, encoded by what their decoders know: Node has no encoder of them. */

const encoders = new Map<string, ReadonlyMap<string, ReadonlyArray<number>>>()

const isSingleByte = (label: string) => /^(?:windows|iso-8859|koi8|ibm)/.test(label)

/** Which characters a charset has, and their bytes. */
export const encoderOf = (label: string): ReadonlyMap<string, ReadonlyArray<number>> => {
  const known = encoders.get(label)
  if (known !== undefined) return known
  const decoder = new TextDecoder(label, { fatal: true })
  const bytesOf = new Map<string, ReadonlyArray<number>>()
  const add = (...bytes: ReadonlyArray<number>) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes))
      if ([...character].length === 1 && !bytesOf.has(character)) bytesOf.set(character, bytes)
    } catch {
      // No character has these bytes.
    }
  }
  for (let first = 0; first < 256; first++) add(first)
  if (!isSingleByte(label)) {
    for (let first = 0x81; first < 0xff; first++) for (let second = 0x30; second < 0xff; second++) add(first, second)
  }
  encoders.set(label, bytesOf)
  return bytesOf
}

/** The bytes of a text; every character of it has to be one of the charset's. */
export const encoded = (text: string, label: string): Buffer => {
  if (label === "utf-16le") return Buffer.from(text, "utf16le")
  if (label === "utf-16be") return Buffer.from(text, "utf16le").swap16()
  const bytesOf = encoderOf(label)
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = bytesOf.get(character)
      if (bytes === undefined) throw new Error(`${label} has no ${character}`)
      return bytes
    })
  )
}

/** Texts of languages in the charsets that they were written in. */
export const legacyTexts: ReadonlyArray<readonly [labels: ReadonlyArray<string>, text: string]> = [
  [["shift_jis", "euc-jp"], "商品名,価格,在庫\nりんご,120円,あり\n冷蔵庫,98000円,なし\n"],
  [["gb18030"], "姓名,城市,电话\n王小明,上海市,12345\n李华,广州,67890\n"],
  [["big5"], "姓名,城市,備註\n陳大文,台北市,已付款\n林小姐,高雄,尚未確認\n"],
  [["euc-kr"], "이름,도시,비고\n김철수,서울,결제 완료\n이영희,부산,확인 중\n"],
  [["windows-1251", "koi8-r", "ibm866"], "Имя,Город,Цена\nИван Петров,Москва,150\nОльга,Новосибирск,75\n"],
  [["windows-1251", "koi8-u"], "Назва,Місто,Ціна\nХліб житній,Київ,25\nЇжачок,Львів,40\n"],
  [["windows-1253", "iso-8859-7"], "Όνομα,Πόλη,Τιμή\nΓιώργος,Αθήνα,12\nΕλένη,Θεσσαλονίκη,30\n"],
  [["windows-1255"], "שם,עיר,מחיר\nדוד כהן,ירושלים,50\nשרה לוי,חיפה,70\n"],
  [["windows-1256"], "الاسم,المدينة,السعر\nمحمد علي,القاهرة,20\nفاطمة,بيروت,35\n"],
  [["windows-874"], "ชื่อ,เมือง,ราคา\nสมชาย,กรุงเทพ,100\nมาลี,เชียงใหม่,80\n"],
  [["windows-1254"], "Ürün,Şehir,Fiyat\nÇay bardağı,İstanbul,45\nKışlık ayakkabı,Ağrı,300\n"],
  [["windows-1250", "iso-8859-2"], "Nazwa,Miasto,Cena\nChleb żytni,Łódź,5\nŚledź w śmietanie,Gdańsk,12\n"],
  [["windows-1250"], "Zboží,Město,Cena\nŽitný chléb,Příbram,45\nČerstvá šťáva,Děčín,60\n"],
  [["windows-1257"], "Prekė,Miestas,Kaina\nJuoda duona,Šiauliai,2\nŠviežias sūris,Panevėžys,7\n"],
  [["windows-1252"], "Artikel,Größe,Preis\nMüsli für Kinder,groß,3 €\nKäse,klein,7 €\n"],
  [["windows-1252"], "Désignation,Catégorie,Prix\nCrème brûlée,Pâtisserie,4\nThé à la menthe,Épicerie,6\n"],
  [["utf-16le", "utf-16be"], "商品名,価格\nりんご一つ,120円\n"],
  [["utf-16le", "utf-16be"], "Имя,Город\nИван,Москва\n"],
  [["utf-16le", "utf-16be"], "name,note\nMüller,groß\n"]
]
