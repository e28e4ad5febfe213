/** Words that pages use for the same thing, in the languages that pages are most often written in. */
import { stemmed } from "./nameWords.ts"

/** One thing a line. A word may stand in several. */
const things: ReadonlyArray<string> = [
  "title name headline heading subject label nom titre intitule titulo nombre titel bezeichnung nome titolo naam 名前 商品名 名称 标题 標題 タイトル",
  "price cost amount fee charge pricing offer prix cout precio coste prezzo costo preis kosten prijs pris preco cena tarif tarifa tariffa 価格 値段 料金 价格 價格 售价",
  "rent miete kaltmiete loyer alquiler affitto huur",
  "old former previous was original regular list strike strikethrough uvp statt ancien antes anterior prima",
  "sale current now discounted reduced today special aktuell",
  "currency wahrung waehrung devise moneda moeda valuta waluta monnaie 通貨",
  "phone telephone tel mobile call telefon telefono telefone telephone 電話 电话",
  "email mail correo courriel",
  "address street adresse direccion indirizzo anschrift adres endereco 住所 地址",
  "city town locality stadt ort ville ciudad citta stad cidade",
  "region state province bundesland provincia",
  "country land pays pais paese",
  "zip postal postcode plz cap postleitzahl",
  "location place venue where site ort lieu lugar luogo standort loc office 場所 地点 hall",
  "description summary about abstract beschreibung descripcion descrizione resume details overview 説明 描述",
  "date day datum fecha data jour dia giorno when 日付 日期",
  "published posted publication date released release issued veroffentlicht publie publicado pubblicato",
  "modified updated changed revised date aktualisiert actualizado aggiornato mis",
  "start begin starts from beginn debut inicio inizio anfang",
  "end until through ends finish ende fin fine closing deadline expires expiry valid",
  "time hour hours uhrzeit heure hora ora opening",
  "opening hours offnungszeiten horaires horario orari geoeffnet open",
  "duration length dauer lieferzeit duree duracion durata runtime",
  "delivery shipping lieferzeit lieferung versand livraison envio entrega spedizione dispatch",
  "author writer by byline creator autor auteur autore verfasser",
  "teacher instructor tutor speaker profesor profesora dozent referent formateur lehrer docente host",
  "company employer organization organisation firm business firma unternehmen entreprise empresa azienda hiring provider",
  "job role position vacancy opening opportunity career stelle poste puesto empleo",
  "role title position job function funktion",
  "team department group division abteilung equipe departamento unit",
  "salary pay wage compensation remuneration gehalt lohn salaire salario stipendio verdienst vergutung base",
  "minimum min least lowest from ab low",
  "maximum max most highest bis high up",
  "brand make marke marque marca maker",
  "manufacturer hersteller fabricant fabricante produttore producer maker brand",
  "sku article item artikelnummer art number reference mpn code id",
  "article artikelnummer artikel number nummer nr",
  "model modell modele modelo version",
  "version release build",
  "color colour farbe couleur color colore kleur 色 颜色",
  "size grosse taille talla taglia maat sizes",
  "weight gewicht poids peso mass 重量 内容量",
  "height hohe hauteur altura altezza",
  "width breite largeur ancho larghezza",
  "material stoff materiau materiale fabric made",
  "availability available stock inventory status verfugbarkeit disponibilite disponibilidad disponibilita disponible disponibile disponivel lager 在庫 库存",
  "status state condition stand etat estado stato zustand level",
  "rating score stars bewertung note puntuacion valutazione evaluation average 評価",
  "review reviews bewertungen avis resenas recensioni comments ratings レビュー",
  "count total number anzahl nombre cantidad numero quantity qty",
  "image picture photo img thumbnail bild foto imagen immagine logo poster 画像",
  "url link href website homepage web page site",
  "category type kind art kategorie categorie categoria genre section",
  "tag keyword label topic schlagwort",
  "feature included benefit highlight inclusion merkmale leistung funktionen caracteristica what",
  "change changelog note fixed added improvement entry anderung",
  "ingredient zutat ingredients ingrediente",
  "serving yield portion portionen serves recipe personen",
  "step instruction method zubereitung direction",
  "calorie energy kcal kalorien",
  "bedroom bed beds schlafzimmer chambre dormitorio camera",
  "bathroom bath baths badezimmer bano bagno",
  "room rooms zimmer piece habitacion locali",
  "area surface flache wohnflache superficie size living sqm sqft footage feet floor",
  "year built baujahr construction annee ano anno",
  "month monthly mo mtl monat mois mes mese",
  "year yearly annual annually yr jahr an ano anno jahrlich",
  "plan tier package edition tarif subscription",
  "storage disk space speicher stockage",
  "user seat member benutzer utilisateur usuario people",
  "rate interest apr apy aer zins zinssatz taux tasa tasso percent percentage",
  "deposit balance einlage kaution",
  "capacity seats kapazitat capacite",
  "language sprache langue idioma lingua",
  "level difficulty niveau nivel livello stufe",
  "origin produced herkunft origine origen 産地 country",
  "warranty guarantee garantie garantia garanzia",
  "license licence lizenz",
  "component service system part",
  "event concert show performance veranstaltung evento",
  "question frage pregunta faq",
  "answer antwort respuesta reponse",
  "product item article produkt produit producto prodotto offer listing",
  "person people member staff employee team speaker",
  "parameter argument field property attribute option",
  "mandatory required obligatory pflicht",
  "fuel kraftstoff carburant combustible",
  "mileage odometer kilometerstand km kilometrage",
  "transmission gearbox getriebe",
  "tax vat mwst mehrwertsteuer ust umsatzsteuer tva iva btw moms",
  "discount rabatt reduction descuento sconto saving off",
  "employment type contract beschaftigung anstellung vertrag contrat",
  "remote homeoffice hybrid onsite workplace",
  "first release",
  "population inhabitants einwohner habitants",
  "check arrival checkin",
  "departure checkout"
]

const byWord = new Map<string, Set<number>>()
for (const [thing, words] of things.entries()) {
  for (const word of stemmed(words)) {
    const known = byWord.get(word)
    if (known === undefined) byWord.set(word, new Set([thing]))
    else known.add(thing)
  }
}

const none: ReadonlySet<number> = new Set()

/** The things that a word may stand for. @internal */
export const thingsOf = (word: string): ReadonlySet<number> => byWord.get(word) ?? none

/** Whether two words may stand for the same thing. @internal */
export const areRelatives = (one: string, other: string): boolean => {
  const things = thingsOf(one)
  if (things.size === 0) return false
  for (const thing of thingsOf(other)) if (things.has(thing)) return true
  return false
}

/** Whether any of the words may stand for what `word` does. @internal */
export const speaksOf = (words: ReadonlyArray<string>, word: string): boolean => {
  const [stem] = stemmed(word)
  return words.some((one) => one === stem || areRelatives(one, stem!))
}
