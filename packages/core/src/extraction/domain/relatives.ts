/** Words that pages use for the same thing, in the languages that pages are most often written in. */
import { stemmed } from "./nameWords.ts"

/** One thing a line. A word may stand in several. */
const things: ReadonlyArray<string> = [
  "title name headline heading subject label nom titre intitule titulo nombre titel bezeichnung nome titolo naam 名前 商品名 名称 标题 標題 タイトル",
  "price cost amount fee charge pricing offer prix cout precio coste prezzo costo preis kosten prijs pris preco cena tarif tarifa tariffa 価格 値段 料金 价格 價格 售价 цена стоимость ціна fiyat hinta 가격 ราคา harga מחיר السعر سعر الثمن قیمت",
  "rent miete kaltmiete loyer alquiler affitto huur",
  "old former previous was original regular list strike strikethrough uvp statt ancien antes anterior prima",
  "sale current now discounted reduced today special aktuell",
  "currency wahrung waehrung devise moneda moeda valuta waluta monnaie 通貨",
  "phone telephone tel mobile call telefon telefono telefone telephone 電話 电话 問い合わせ お問い合わせ",
  "email mail correo courriel",
  "address street adresse direccion indirizzo anschrift adres endereco 住所 地址",
  "city town locality stadt ort ville ciudad citta stad cidade municipality gemeinde comune municipio 市",
  "region state province bundesland provincia",
  "country land pays pais paese",
  "zip postal postcode plz cap postleitzahl",
  "location place venue where site ort lieu lugar luogo standort loc office 場所 地点 hall ubicacion localisation veranstaltungsort localita 会場 会场",
  "description bio biography summary about abstract beschreibung descripcion descrizione resume details overview 説明 描述",
  "date day datum fecha data jour dia giorno when 日付 日期",
  "published posted publication date released release issued veroffentlicht publie publicado pubblicato 発売 発売日 公開 発行",
  "modified updated changed revised date aktualisiert actualizado aggiornato mis",
  "start begin starts from beginn debut inicio inizio anfang",
  "end until through ends finish ende fin fine closing deadline expires expiry valid",
  "time hour hours uhrzeit heure hora ora opening",
  "opening hours offnungszeiten horaires horario orari geoeffnet open",
  "duration length dauer lieferzeit duree duracion durata runtime",
  "delivery shipping lieferzeit lieferung versand livraison envio entrega spedizione dispatch",
  "author writer by byline creator autor auteur autore verfasser auteurs 著者",
  "teacher instructor tutor speaker profesor profesora dozent referent formateur lehrer docente host",
  "company employer organization organisation firm business firma unternehmen entreprise empresa azienda hiring provider arbeitgeber employeur empleador",
  "job role position vacancy opening opportunity career stelle poste puesto empleo",
  "role title position job function funktion",
  "team department group division abteilung equipe departamento unit",
  "salary pay wage compensation remuneration gehalt lohn salaire salario stipendio verdienst vergutung base sueldo remuneracion remuneracion 給与 年収",
  "minimum min least lowest from ab low",
  "maximum max most highest bis high up",
  "brand make marke marque marca maker",
  "manufacturer hersteller fabricant fabricante produttore producer maker brand メーカー",
  "sku article item artikelnummer art number reference mpn code id",
  "article artikelnummer artikel number nummer nr",
  "model modell modele modelo version 型番 機種",
  "version release build",
  "color colour farbe couleur color colore kleur 色 颜色",
  "size grosse taille talla taglia maat sizes",
  "weight gewicht poids peso mass 重量 内容量 重さ 質量",
  "height hohe hauteur altura altezza altezza hoogte 高さ",
  "width breite largeur ancho larghezza breedte 幅",
  "material stoff materiau materiale fabric made",
  "availability available stock inventory status verfugbarkeit disponibilite disponibilidad disponibilita disponible disponibile disponivel lager 在庫 库存",
  "status state condition stand etat estado stato zustand level estatus situation",
  "rating score stars bewertung note puntuacion valutazione evaluation average 評価",
  "review reviews bewertungen avis resenas recensioni comments ratings レビュー",
  "count total number anzahl nombre cantidad numero quantity qty",
  "image picture photo img avatar headshot portrait thumbnail bild foto imagen immagine logo poster 画像",
  "url link href website homepage web page site",
  "category type kind art tipo modalidad modalite modus kategorie categorie categoria genre section",
  "tag keyword label topic schlagwort",
  "feature included benefit highlight inclusion merkmale leistung funktionen caracteristica what",
  "change changelog note fixed added improvement entry anderung",
  "ingredient zutat ingredients ingrediente zutaten ingredients 材料",
  "serving yield portion portionen serves recipe personen porciones porzioni personnes",
  "step instruction method zubereitung direction anleitung preparation preparacion etapes pasos 作り方",
  "calorie energy kcal kalorien",
  "bedroom bed beds schlafzimmer chambre dormitorio camera chambres recamara slaapkamer",
  "bathroom bath baths badezimmer bano bagno",
  "room rooms zimmer piece habitacion locali kamer kamers pieces 部屋",
  "area surface flache wohnflache superficie size living sqm sqft footage feet floor",
  "year built baujahr construction annee ano anno erbaut 建築",
  "month monthly mo mtl monat mois mes mese",
  "year yearly annual annually yr jahr an ano anno jahrlich",
  "plan tier package edition tarif subscription",
  "storage disk space speicher stockage",
  "user seat member benutzer utilisateur usuario people",
  "rate interest apr apy aer zins zinssatz taux tasa tasso percent percentage",
  "deposit balance einlage kaution security caution fianza bond",
  "capacity seats kapazitat capacite sleeps persons aforo fassungsvermogen 定員",
  "language sprache langue idioma lingua sprachen langues idiomas lingue 言語",
  "level difficulty niveau nivel livello stufe schwierigkeit schwierigkeitsgrad difficulte dificultad difficolta",
  "origin produced herkunft origine origen 産地 country",
  "warranty guarantee garantie garantia garanzia 保証 保証期間",
  "license licence lizenz",
  "component service system part",
  "event concert show performance veranstaltung evento",
  "question frage pregunta faq preguntas fragen",
  "answer antwort respuesta reponse",
  "product item article produkt produit producto prodotto offer listing",
  "person people member staff employee team speaker",
  "parameter argument field property attribute option",
  "mandatory required obligatory pflicht",
  "fuel kraftstoff carburant combustible treibstoff brandstof 燃料 antrieb",
  "mileage odometer kilometerstand km kilometrage kilometros kilometres kilometers laufleistung",
  "transmission gearbox getriebe cambio boite schaltung caja cambios versnellingsbak",
  "tax vat mwst mehrwertsteuer ust umsatzsteuer tva iva btw moms",
  "discount rabatt reduction descuento sconto saving off",
  "employment type contract beschaftigung anstellung vertrag contrat",
  "remote homeoffice hybrid onsite workplace",
  "first release",
  "decision status outcome result entscheidung resolucion resultado statut",
  "depth tiefe profondeur profundidad profondita fondo diepte length lange longueur 奥行き",
  "amenity amenities facility facilities equipment ausstattung equipement equipements equipamiento servicios servizi 設備",
  "pet pets animal animals animaux haustiere haustier tiere mascotas animali 宠物 ペット",
  "dog dogs hunde hund chien chiens perros cani",
  "power output leistung puissance potencia potenza vermogen horsepower",
  "door doors turen puertas portes porte",
  "publisher verlag editeur editorial editore uitgever 出版社 発行元",
  "page pages seiten seitenzahl paginas pagine ページ ページ数 页数",
  "doors admission einlass ouverture apertura 開場",
  "start showtime beginn 開演 開始",
  "date day when 日時 開催日",
  "market marktkapitalisierung capitalisation capitalizacion capitalizzazione",
  "cap capitalization marktkapitalisierung capitalisation capitalizacion",
  "dividend dividendenrendite rendement rentabilidad",
  "yield dividendenrendite rendement",
  "pe kgv per",
  "high hoch plushaut maximo",
  "weeks week wochen semaines semanas",
  "available free verfugbar bezugsfrei beziehbar bezug disponible libre disponibile vacant",
  "experience erfahrung berufserfahrung experiencia esperienza",
  "deadline bewerbungsfrist frist limite plazo scadenza 締切",
  "holiday holidays vacation urlaub urlaubstage conges vacaciones ferie",
  "applicant antragsteller demandeur solicitante richiedente",
  "officer beamter agente",
  "reference aktenzeichen referenz referencia riferimento expediente dossier",
  "budget presupuesto bilancio",
  "beneficiary beneficiaries beneficiarios beneficiaires empfanger",
  "lift elevator aufzug ascenseur ascensor ascensore fahrstuhl",
  "balcony balkon balcon balcone terrace terrasse",
  "floor etage stockwerk piso planta piano",
  "charges nebenkosten gastos spese utilities",
  "assembly aufbau montage montaje montaggio",
  "battery akku batterie akkulaufzeit autonomie autonomia batteria laufzeit",
  "registration zulassung erstzulassung immatriculation matriculacion immatricolazione",
  "population inhabitants einwohner habitants",
  "area surface flache wohnflache superficie sqm m2 qm",
  "text body message content inhalt contenu contenido contenuto",
  "specialty speciality specialisation specialization fachgebiet fachrichtung specialite especialidad specialita",
  "arrival checkin anreise arrivee llegada arrivo anreisetag aankomst",
  "basket cart trolley warenkorb panier carrito carrello carrinho winkelwagen koszyk",
  "departure checkout abreise depart salida partenza vertrek"
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

/** Stems of words that are asked for; those are few, and each is asked for with every property. */
const stems = new Map<string, string | undefined>()
const maxStems = 1_000

const stemFor = (word: string): string | undefined => {
  if (stems.has(word)) return stems.get(word)
  const [stem] = stemmed(word)
  if (stems.size < maxStems) stems.set(word, stem)
  return stem
}

/** Whether any of the words may stand for what `word` does. @internal */
export const speaksOf = (words: ReadonlyArray<string>, word: string): boolean => {
  const stem = stemFor(word)
  return words.some((one) => one === stem || areRelatives(one, stem!))
}
