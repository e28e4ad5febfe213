/** What words are about: a table of our field in several languages. Written folded; `*` stands for any ending. */
import { fold } from "../../../models/domain/foldedText.ts"
import { formsOf, type Token } from "./tokens.ts"

const table = `
price: price* pricing cost costs preis* kosten* tarif* prix cout* coute* tarif precio* coste* tarifa* prezz* cost costi costo tariff* preco* custo* prijs prijzen kost kosten pris priser cena ceny cennik hinta 価格 料金 価 价格 售价 价 가격 値下げ 値上げ 降价 涨价 цена цены цену стоимость fiyat* سعر السعر سعره بسعر ثمن الثمن מחיר המחיר τιμη τιμες ціна ціни ціну вартість ราคา ลดราคา कीमत मूल्य
shipping: shipping delivery postage versand* lieferung* lieferkosten livraison* envio* entrega* spedizione spedizioni consegna frete verzend* bezorg* levering* frakt dostawa 送料 配送 运费 배송
fee: fine fines fee fees charge charges surcharge* gebuhr* entgelt* frais commission* comision* commissione taxa taxas tarieven cuota* 手数料 费用
discount: discount* sale coupon* promo* rabatt* nachlass angebot* remise* solde* reduction* rebaja* descuento* oferta* sconto sconti offerta offerte desconto* korting* aanbieding* 割引 セール 折扣 할인 скидка
stock: stock availability available inventory restock* bestand verfugbar* lager* disponib* existencias giacenza estoque voorraad beschikbaar* 在庫 库存 재고
job: job jobs role roles position positions opening openings vacanc* career* hiring stelle stellen stellenangebot* stellenanzeige* job jobangebot* praca prace poste postes emploi* offre puesto* empleo* vacante* plaza* posizion* lavoro offerta* vaga vagas emprego* cargo* vacature* baan banen functie* stanowisk* 求人 採用 职位 招聘 채용 вакансии
engineering: engineer* developer* software entwickl* ingenieur* developpeu* desarrollador* sviluppator* desenvolvedor* ontwikkelaar* programmer* programmierer* devops sre backend frontend full-stack fullstack エンジニア 工程师
design: design* ux ui gestalt* disen* grafi*
manager: manager* lead leiter* leitung head director* directeur* gerente* responsabil* diretor* chef
remote: remote homeoffice home-office teletravail remoto teletrabajo telelavoro smartworking thuiswerk* リモート 远程
internship: intern internship* praktik* stage stagiair* praticas becari* tirocin* estagi* インターン 实习
refund: refund* money-back reimburs* return returns erstatt* ruckerstatt* ruckgabe* widerruf* ruckzahlung* rembours* retour retours reembols* devoluci* rimbors* reso resi restituzion* devoluc* terugbetal* retourner* 返金 返品 退款 退货 환불 возврат
privacy: privacy datenschutz* confidentialit* privacidad riservatezza privacidade privacybeleid personal-data personenbezogen* プライバシー 隐私 개인정보
sharing: share shared sharing sell sold-to third-party third-parties weitergab* weitergeben dritte dritten partag* tiers comparti* terceros condivi* terzi derden delen partners 第三者 第三方
retention: retention retain retained keep kept store stored speichern gespeichert aufbewahr* speicherdauer speicherfrist* conserv* retencion retenc* bewaar* 保存期間 保留
security: security vulnerab* cve exploit* sicherheit* schwachstelle* sicherheitslucke* securite faille* vulnerabilite* seguridad vulnerabilid* sicurezza vulnerabilita seguranca beveilig* kwetsbaar* セキュリティ 脆弱性 安全 漏洞 보안 patch
breaking: breaking incompatib* inkompatib* bc-break backward* backwards*
feature: feature* funktion* fonctionnalit* funcionalidad* funzionalit* funcionalidade* functie* functionalit* 機能 功能
bugfix: fix fixes fixed bug bugs bugfix* hotfix* fehlerbeheb* behoben corrig* correct* correccion* corre* opgelost 修正 修复
release: release* version* versie* versao versoes veroffentlich* lancement* lanzamiento* rilasci* lancamento* uitgave* changelog リリース バージョン 版本 发布 릴리스 релиз
update: update* aktualisier* mise-a-jour actualizac* aggiornament* atualizac* bijgewerkt アップデート 更新
deadline: deadline* closing-date due cutoff cut-off frist* bewerbungsfrist* anmeldefrist* abgabetermin einsendeschluss stichtag echeance* limite plazo* fecha-limite scaden* prazo* sluitingsdatum uiterst* termin 締切 締め切り 期限 截止* 마감 срок
date: date dates when wann quand cuando datum termin termine fecha* date* 日付 日期 日程
start: start starts begin begins beginn* anfang debut inicio inizio aanvang 開始 开始
event: event* concert* show conference* veranstalt* konzert* evenement* concierto* evento* eventi konferenz* congres* festival* webinar* workshop* meeting* sitzung* イベント 活动
exam: exam* prufung* examen* esame esami exame* tentamen* 試験 考试
hours: hours opening-hours offnungszeit* horaire* horario* orari orario openingstijd* 営業時間 营业时间 opens closes geoffnet
phone: phone telephone tel telefon* telefoon* telefono telefone fax hotline 電話 电话
email: email e-mail mail correo
location: location* where donde dove onde address* adress* anschrift standort* ort lieu ubicac* direccion* indirizz* sede luogo endereco* local locatie* 住所 場所 地址 venue veranstaltungsort
terms: terms agreement agb nutzungsbeding* vertragsbeding* beding* conditions cgu cgv terminos condiciones condizion* termini termos condicoes voorwaarden 規約 条款 약관
warranty: warrant* guarantee* garant* gewahrleist* 保証 保修
cancellation: cancel* kundig* storn* resili* annul* cancelac* disdett* recess* rescis* opzegg* annuler* 解約 キャンセル 取消
liability: liabil* haftung* responsabilit* responsabilid* aansprakelijk* 責任 责任
arbitration: arbitrat* schieds* arbitr*
subscription: subscri* plan plans tier tiers abo abonnement* suscripcion* abbonament* assinatura* プラン 套餐
limit: limit* quota* kontingent* begrenz* limite* cuota* massimo maximum max maximal*
storage: storage speicher* stockage almacenamiento archiviazione armazenamento opslag 容量 存储
tax: tax taxes vat mwst steuer* tva taxe* iva impuesto* impost* btw 税
salary: salary salaries gehalt* lohn* vergutung salaire* remunerat* salario* sueldo* stipendi* retribuzion* salaris* 給与 年収 薪资 연봉 compensation pay
outage: outage* incident* downtime disruption* storung* ausfall* panne* interrupt* incidente* caida* guast* interruzion* interrupc* incidencia* storing* 障害 故障 장애
status: status state zustand statut etat estado stato situac* toestand ステータス 状态 상태
api: api apis endpoint* schnittstelle*
deprecation: deprecat* sunset end-of-life eol veraltet abgekundigt obsolet* obsoleto* verouderd 非推奨 弃用
rating: rating* review reviews score* bewertung* note notes valoraci* valutazion* avaliac* beoordeling* stars sterne
exchange: exchange rate rates kurs wechselkurs taux cambio tasso koers cotizac* 為替 汇率 환율
interest: interest zins* interet* interes* tasso-di-interesse juros rente 金利 利率 apr
leadership: ceo cto cfo coo chair* president* vorstand* geschaftsfuhr* pdg director-general presidente amministratore* bestuur* 社長 总裁 leadership
team: team mannschaft equipe equipo squadra
winner: winner* gewinner* sieger* gagnant* vainqueur* ganador* vincitor* vencedor* winnaar* award*
menu: menu speisekarte mittag* carte gericht* plat platos piatti pratos gerecht*
recall: recall* ruckruf* rappel* retirada* richiam* recolh* terugroep* リコール 召回
notice: notice kundigungsfrist* preavis preaviso preavviso aviso opzegtermijn 通知
trial: trial* probezeit* testphase* essai* prueba* prova periodo-di-prova teste proefperiode* 試用 无料体験
support: support kundendienst assistance soporte assistenza suporte ondersteuning サポート
ticket: ticket* karte karten billet* entrada* bigliett* ingress* kaart* チケット 门票
flight: flight* flug* vol vols vuelo* volo voli voo voos vlucht* フライト 航班
course: course* kurs kurse* cours curso* corso corsi cursus* 講座 课程
law: law laws regulat* gesetz* verordnung* loi lois ley leyes legge leggi lei wet wetten 法 法律 directive* richtlinie*
grant: grant* funding forderung* subvention* beca* subvenci* bando bandi bolsa* subsidie* 助成金 tender* ausschreib* licitac*
article: article* post posts blog story stories artikel* beitrag* articulo* articol* artigo* bericht* 記事 文章 news nachricht* actualit* noticia* notizi* nieuws
author: author* autor* auteur* autore*
spec: spec* technische* caracterist* dimension* abmessung* weight gewicht poids peso
battery: batter* akku* batterie*
trail: trail* path weg wanderweg* sentier* sendero* sentier*
road: road* strasse* route* carretera* strada* estrada* weg
vaccine: vaccin* impf* vacun*
quorum: capacity kapazitat* capacite* capacidad* capienza seats places platze
member: member* mitglied* membre* miembro* membr*
password: password* passwort* mot-de-passe contrasena*
age: age ages aged old alter alt edad eta idade leeftijd minimum-age
data: data daten donnees datos dati dados gegevens
monday: monday* mon montag* lundi lunes lunedi segunda-feira maandag
tuesday: tuesday* tue tues dienstag* mardi martes martedi terca-feira dinsdag
wednesday: wednesday* wed mittwoch* mercredi miercoles mercoledi quarta-feira woensdag
thursday: thursday* thu thurs donnerstag* jeudi jueves giovedi quinta-feira donderdag
friday: friday* fri freitag* vendredi viernes venerdi sexta-feira vrijdag
saturday: saturday* sat samstag* sonnabend samedi sabado sabato zaterdag
sunday: sunday* sun sonntag* dimanche domingo domenica zondag
closing: closure* closed closing chius* ferm* geschlossen schliess* cierre cerrad* cerra* gesloten sluit* fechad*
cookie: cookie*
memory: memory ram arbeitsspeicher werkgeheugen
license: licen* lizenz* licenz*
luggage: luggage baggage bag bags suitcase* gepack koffer bagage* bagagl* valigi* valise* equipaje maleta* bagagem
penalty: penalt* fine fines late-fee boete* strafe* bussgeld* mahngebuhr* amende* multa* kara kary
accessible: wheelchair* step-free accessib* barrierefrei* rollstuhl* fauteuil accesib* rolstoel*
child: kid kids child children kind kinder enfant* nino* nina* bambin* crianca* dzieci dziecko kinderen
business: business* commercial* gewerb* firmen* entreprise* professionnel* empres* azienda* aziendal* zakelijk*
vaccination: jab jabs shot shots vaccine* vaccinat* impfung*
bicycle: bike bikes bicycle* cycling fahrrad* fahrrader velo velos bicicleta* bici biciclett* fiets*
car: car cars vehicle* auto autos fahrzeug* pkw voiture* vehicul* coche* veicol* carro carros
injury: injur* verletz* bless* lesion* infortun*
dwelling: apartment* flats wohnung* logement* appartement* piso pisos vivienda* appartament* alloggi* apartamento* woning* woningen*
dog: dog dogs hund hunde chien* perro* cane cani hond honden
payment: payment* pay bezahl* zahlung* zahlbar paiement* pago* pagament* betaling* 支払 付款 invoice*
`

interface Concept {
  readonly name: string
  readonly exact: ReadonlySet<string>
  readonly beginnings: ReadonlyArray<string>
  /** Words of scripts without spaces, which stand inside of longer ones. */
  readonly parts: ReadonlyArray<string>
}

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/v

const concepts: ReadonlyArray<Concept> = table
  .trim()
  .split("\n")
  .map((line) => {
    const [name = "", rest = ""] = line.split(": ")
    const words = rest.split(/\s+/).map((word) => word.replaceAll("-", " "))
    return {
      name,
      exact: new Set(words.filter((word) => !word.endsWith("*")).map(fold)),
      beginnings: words.filter((word) => word.endsWith("*")).map((word) => fold(word.slice(0, -1))),
      parts: words.filter((word) => unspaced.test(word)).map((word) => fold(word.replace("*", "")))
    }
  })

const knownConcepts = new Map<string, ReadonlyArray<string>>()

/** What one word is about; most words are about nothing that the table knows. */
export const conceptsOf = (word: string): ReadonlyArray<string> => {
  const found = knownConcepts.get(word)
  if (found !== undefined) return found
  const folded = fold(word)
  const names = concepts
    .filter(
      ({ beginnings, exact, parts }) =>
        exact.has(folded) ||
        beginnings.some((beginning) => folded.startsWith(beginning)) ||
        parts.some((part) => folded.includes(part))
    )
    .map(({ name }) => name)
  if (knownConcepts.size > 4_000) knownConcepts.clear()
  knownConcepts.set(word, names)
  return names
}

/** Names of the concepts of a text, two words together counted as one too. */
export const conceptsIn = (tokens: ReadonlyArray<Token>): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const [index, { folded }] of tokens.entries()) {
    for (const name of conceptsOf(folded)) names.add(name)
    const next = tokens[index + 1]
    if (next !== undefined) for (const name of conceptsOf(`${folded} ${next.folded}`)) names.add(name)
  }
  return names
}

/** Posts that stand beside each other: who asks for one asks for no other. */
const posts = new Set(["ceo", "cto", "cfo", "coo", "cio", "cmo", "chair", "president", "vicepresident"])

/** Those that hold posts together: a heading of all of them names no post. Written folded. */
const bodies = new Set(["leadership", "vorstand", "geschaftsfuhrung", "bestuur", "direction", "dirigenza", "directiva"])

/** "Gold" begins "Goldmedaille". */
const isCompound = (one: string, two: string): boolean => {
  const [short, long] = one.length < two.length ? [one, two] : [two, one]
  return short.length >= 4 && long.length >= 9 && long.startsWith(short) && /^\p{L}+$/u.test(long)
}

/** "Suspend" and "suspension": words that begin alike for six letters and more than half of the longer one. */
const isOfOneRoot = (one: string, two: string): boolean => {
  const most = Math.min(one.length, two.length)
  let same = 0
  while (same < most && one[same] === two[same]) same += 1
  return same >= 6 && same >= Math.max(one.length, two.length) * 0.55
}

/** Whether one word is a form or a relative of the other: a stem, a shared concept, or a part of a compound. */
export const isRelated = (word: string, other: string): boolean => {
  const [forms, others] = [formsOf(word), formsOf(other)]
  if (forms.some((form) => others.includes(form))) return true
  const [one, two] = [forms[0]!, others[0]!]
  if (isCompound(one, two) || isOfOneRoot(one, two)) return true
  if (Math.min(one.length, two.length) >= 5 && (one.includes(two) || two.includes(one))) return true
  if (posts.has(one) && (posts.has(two) || bodies.has(two))) return false
  if (/\d/.test(one) || /\d/.test(two)) return false
  const shared = conceptsOf(one)
  return shared.length > 0 && conceptsOf(two).some((name) => shared.includes(name))
}
