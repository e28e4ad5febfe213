/**
 * Words that businesses use and lists of industries do not, with the words that the lists have for them.
 *
 * **Details.** Those of other languages are the commonest trades alone: enough for the dentist, the hotel and the law firm around
 * the corner, not for what a maker of machines makes.
 */
import { stemOf } from "./stems.ts"
import { pairsIn, stemsIn, wordsOf } from "./words.ts"

/** Words of lists, and what businesses say for them: single words, or two beside each other joined by `_`. */
const said: ReadonlyArray<readonly [listed: string, names: string]> = [
  // English as businesses speak it.
  [
    "software publishers. packaged software",
    "saas software software_platform practice_software cloud_platform hr_platform workflow_automation rest_api web_app mobile_app"
  ],
  ["software publishers", "book_demo platform api integrations dashboard app sso api_docs free_trial"],
  [
    "computer facilities management. computer systems support services",
    "managed_it it_support it_services helpdesk help_desk msp network_monitoring"
  ],
  ["web hosting. data processing", "hosting vps dedicated_servers cpanel"],
  ["machine shops. machining custom", "cnc cnc_machining 5-axis edm swiss_turning machined_parts precision_machined"],
  [
    "photovoltaic panel installation. electrical contractors",
    "rooftop_solar solar_installers solar_panels rooftop_photovoltaic solar_home"
  ],
  ["solar electric power generation", "solar_farms solar_farm"],
  ["dentists offices. dental", "dentist dentistry dental invisalign implants_dentures orthodontist orthodontics"],
  ["veterinary services. animal hospitals", "vet vets veterinarian veterinary animal_hospital pet_clinic"],
  [
    "lawyers offices. attorneys. law offices",
    "lawyer lawyers attorney attorneys law_firm injury_lawyer trial_lawyers legal_services"
  ],
  ["physical therapists offices", "physiotherapy physiotherapist physio physical_therapy sports_rehab"],
  ["general automotive repair", "auto_care auto_repair oil_change oil_changes brakes engine_repair mechanic mechanics"],
  ["child day care services", "daycare preschool toddler toddlers infant_care child_care nursery_school"],
  [
    "management consulting services",
    "growth_strategy operating_model change_management strategy_consulting advisory post-merger_integration"
  ],
  [
    "advertising agencies",
    "creative_agency digital_marketing marketing_agency paid_media seo brand_agency branding ad_agency social_media"
  ],
  ["semiconductors. integrated circuits", "chips fabless system-on-chip soc microcontrollers npu wafer silicon asic"],
  [
    "pharmaceutical preparations",
    "biopharmaceutical biotech clinical-stage therapeutics drug_candidate small_molecule clinical_trials medicines"
  ],
  ["surgical and medical instruments. catheters", "medical_device medical_devices catheter guidewires"],
  ["hotels and motels", "boutique_hotel rooms_suites hotel hotels inn check_in valet_parking"],
  ["recreational vehicle parks. campgrounds", "rv_park campground glamping"],
  [
    "full-service restaurants. eating places",
    "restaurant bistro trattoria pizzeria steakhouse pizza_pasta dine diner brasserie"
  ],
  ["limited-service restaurants. eating places", "takeout fast_food takeaway food_truck"],
  ["snack and nonalcoholic beverage bars. coffee shops", "coffee_shop cafe coffeehouse juice_bar espresso_bar"],
  [
    "retail bakeries. bread. baked goods",
    "bakery sourdough croissants pastries loaf baguettes patisserie birthday_cakes"
  ],
  ["breweries. malt beverages", "brewery brewing ipa lagers stouts taproom craft_beer"],
  ["wineries. wines", "winery vineyard cellars estate_pinot chardonnay pinot_noir winemaker"],
  ["distilleries. distilled liquor", "distillery whiskey gin"],
  [
    "coffee roasting. roasted coffee",
    "coffee_roasters roasters coffee_beans single_origin roasted_beans espresso_blends"
  ],
  ["commercial banks", "checking_savings bank banking community_bank treasury_management member_fdic"],
  ["credit unions", "credit_union ncua share_certificates"],
  ["mortgage brokers. loan brokers", "mortgage_brokers mortgage_broker"],
  [
    "insurance agencies and brokerages",
    "insurance_agency independent_agency insurance_agents insurance_broker insurance_quotes"
  ],
  [
    "offices of real estate agents and brokers",
    "realty realtor realtors houses_sale homes_sale real_estate mls open_houses"
  ],
  ["residential property managers", "property_management lettings"],
  ["self-storage miniwarehouses. lessors of miniwarehouses", "self_storage storage_units"],
  [
    "fitness and recreational sports centers. physical fitness facilities",
    "gym yoga pilates crossfit personal_training fitness vinyasa"
  ],
  ["landscaping services. lawn care", "lawn mowing landscape landscaping sod mulch paver_patios lawn_care"],
  [
    "plumbing heating and air-conditioning contractors",
    "plumber plumbers plumbing drain_cleaning water_heater hvac furnace heat_pumps"
  ],
  ["electrical contractors. electrical work", "electrician electricians rewiring panel_upgrades ev_charger"],
  ["roofing contractors", "roofing roofers gutters"],
  [
    "general freight trucking long-distance truckload",
    "truckload dry_van owner_operators otr trucking_company full_truckload"
  ],
  [
    "freight forwarding. customs brokers. freight transportation arrangement",
    "freight_forwarding forwarder customs_brokerage"
  ],
  [
    "scheduled air passenger carriers. scheduled air passenger transportation",
    "air_lines airways air_carrier plane_tickets airline_tickets boarding_pass boarding_passes frequent_flyer cabin_baggage"
  ],
  ["scheduled air passengers", "airline book_flights cheap_flights flight_status low_fares airfare airfares"],
  ["air", "airlines flights"],
  [
    "nonscheduled air passenger carriers. aircraft charter services. air taxi services",
    "private_jet private_jets jet_charter air_charter charter_flights air_taxi"
  ],
  [
    "travel agencies. travel arrangement",
    "travel_agency travel_agent travel_agents package_holidays package_tours city_breaks"
  ],
  ["used household and office goods moving", "movers moving_company removals"],
  ["museums", "museum exhibition galleries"],
  [
    "offices of certified public accountants. tax return preparation. accounting",
    "cpa cpas bookkeeping accounting_firm tax_returns"
  ],
  ["temporary help services. help supply", "staffing staffing_agency recruiting temp_agency"],
  ["security guards and patrol services", "security_guards guarding"],
  ["elementary and secondary schools", "private_school boarding_school"],
  ["pet care grooming. animal specialty", "pet_grooming dog_grooming pet_boarding"],
  ["testing laboratories", "lab_testing materials_testing"],
  ["architectural services. architects", "architects architecture architecture_studio"],
  ["women clothing stores. clothing retailers", "womenswear womens_clothing fashion_boutique"],
  ["shoe stores. shoe retailers", "sneakers sandals boots footwear_shop running_shoes ankle_boots"],
  ["jewelry stores", "jewelers jewellery"],
  ["used car dealers. automobile dealers", "used_cars car_dealer dealership"],
  ["injection molding plastics products", "injection_molding"],
  ["book publishers", "publishing_house"],
  ["wood kitchen cabinets", "cabinets cabinetmakers kitchen_cabinets"],
  ["drycleaning and laundry services", "dry_cleaning dry_cleaners laundromat"],
  // German, French, Spanish, Italian, Portuguese, Dutch, Polish.
  [
    "dentists offices. dental",
    "zahnarzt zahnarzte zahnarztpraxis zahnmedizin dentiste dentistes dentista dentistas odontologia odontologos tandarts tandartspraktijk stomatolog dentystyczny kieferorthopade ortodoncia"
  ],
  ["physicians offices", "arztpraxis hausarzt facharzt medecin medico medicos huisarts lekarz"],
  [
    "physical therapists offices",
    "physiotherapie krankengymnastik kinesitherapeute fisioterapia fysiotherapie fizjoterapia"
  ],
  [
    "veterinary services. animal hospitals",
    "tierarzt tierarztpraxis tierklinik veterinaire veterinario dierenarts weterynarz"
  ],
  ["pharmacies and drug retailers. drug stores", "apotheke pharmacie farmacia apotheek apteka"],
  [
    "lawyers offices. attorneys. law offices",
    "rechtsanwalt rechtsanwalte anwaltskanzlei avocat avocats abogado abogados bufete avvocato avvocati advogado advogados advocaat advocaten advocatenkantoor kancelaria_adwokacka adwokat"
  ],
  ["notaries public", "notar notariat notaire notaria notaio notaris notariusz"],
  [
    "tax return preparation. accounting. bookkeeping",
    "steuerberater steuerberatung steuerkanzlei buchhaltung expert_comptable comptable asesoria gestoria contables commercialista contabilidade contabilidad boekhouder boekhouding accountantskantoor ksiegowosc biuro_rachunkowe"
  ],
  [
    "full-service restaurants. eating places",
    "gasthaus gasthof speisekarte gaststatte restaurante ristorante trattoria osteria eetcafe restauracja cuisine bistronomique"
  ],
  [
    "hotels and motels",
    "hotel hotels zimmer ubernachtung pension chambres hebergement habitaciones alojamiento camere albergo quartos hotelkamers pokoje noclegi"
  ],
  ["campgrounds", "campingplatz camping stellplatz kemping"],
  [
    "retail bakeries. bread",
    "backerei konditorei brot boulangerie patisserie panaderia pasteleria panificio pasticceria padaria bakkerij piekarnia"
  ],
  ["meat markets. butchers", "metzgerei fleischerei boucherie charcuterie carniceria macelleria talho slagerij"],
  [
    "breweries. malt beverages",
    "brauerei bier brasserie_artisanale cerveceria cerveza birrificio cervejaria brouwerij browar"
  ],
  [
    "wineries. wines",
    "weingut winzer wein domaine_viticole vignoble vigneron bodega bodegas vinos cantina vini vinho vinicola wijngoed"
  ],
  [
    "plumbing heating and air-conditioning contractors",
    "sanitar heizung heizungsbau klempner plombier chauffagiste chauffage fontanero fontaneria calefaccion idraulico encanador loodgieter hydraulik"
  ],
  [
    "electrical contractors. electrical work",
    "elektriker elektroinstallation elektrotechnik electricien electricite electricista elettricista impianti_elettrici eletricista elektricien elektryk"
  ],
  ["roofing contractors", "dachdecker dachdeckerei couvreur toiture tejados techador dakdekker dekarz"],
  [
    "painting and wall covering contractors",
    "malerbetrieb malermeister peintre_batiment pintores imbianchino schildersbedrijf"
  ],
  [
    "finish carpentry contractors. millwork",
    "tischlerei schreinerei menuiserie carpinteria falegnameria marcenaria timmerwerken stolarz"
  ],
  [
    "general contractors. residential building construction",
    "bauunternehmen bauunternehmung hausbau constructora construcciones construction_maisons impresa_edile construtora bouwbedrijf"
  ],
  [
    "architectural services. architects",
    "architekt architekten architekturburo architecte architectes arquitecto arquitectos arquitectura architetto architetti arquitetura architectenbureau architekci"
  ],
  ["engineering services", "ingenieurburo ingenieure bureau_etudes ingenieria ingegneria engenharia ingenieursbureau"],
  [
    "offices of real estate agents and brokers",
    "immobilien immobilienmakler immobilier agence_immobiliere inmobiliaria immobiliare imobiliaria makelaar makelaardij nieruchomosci"
  ],
  [
    "insurance agencies and brokerages",
    "versicherung versicherungsmakler assurance assurances courtier seguros correduria assicurazioni corretora verzekeringen ubezpieczenia"
  ],
  ["commercial banks", "sparkasse volksbank banque banco banca"],
  [
    "beauty salons. hair salons",
    "friseur friseursalon frisor coiffeur coiffure peluqueria parrucchiere cabeleireiro kapper kapsalon fryzjer kosmetikstudio"
  ],
  [
    "general automotive repair",
    "autowerkstatt kfz-werkstatt werkstatt garage_automobile taller_mecanico autofficina oficina_mecanica autogarage warsztat"
  ],
  [
    "new car dealers. automobile dealers",
    "autohaus gebrauchtwagen concessionnaire voitures_occasion concesionario coches_ocasion concessionaria autobedrijf salon_samochodowy"
  ],
  ["driving schools", "fahrschule auto-ecole autoescuela autoscuola rijschool"],
  ["child day care services", "kindertagesstatte kita creche guarderia asilo_nido kinderopvang przedszkole"],
  [
    "landscaping services",
    "gartenbau landschaftsbau gartenpflege paysagiste espaces_verts jardineria giardinaggio jardinagem hovenier"
  ],
  ["floriculture production. nursery. flowers growing greenhouse", "gartnerei kwekerij pepiniere vivero vivaio"],
  ["florists", "blumenladen blumen fleuriste floristeria fiorista bloemist"],
  [
    "packaging machinery",
    "verpackungsmaschinen verpackungsmaschine machines_emballage envasadoras maquinas_envasado macchine_imballaggio verpakkingsmachines"
  ],
  [
    "industrial machinery manufacturing",
    "maschinenbau maschinen anlagenbau constructeur_machines maquinaria macchine machinebouw maszyny"
  ],
  ["household furniture", "mobel mobelhaus meubles muebles mobili moveis meubels meble"],
  ["software publishers", "logiciel logiciels softwareentwicklung software_house programvara oprogramowanie"],
  [
    "advertising agencies",
    "werbeagentur agence_communication agencia_publicidad agencia_marketing agenzia_pubblicita reclamebureau agencja_reklamowa"
  ],
  ["management consulting services", "unternehmensberatung conseil_entreprise consultoria consulenza adviesbureau"],
  [
    "freight forwarding. trucking",
    "spedition transporte transporteur transitaire trasporti transporteurs spedycja vrachtvervoer transportbedrijf"
  ],
  [
    "building cleaning janitorial services",
    "gebaudereinigung reinigung nettoyage limpieza pulizie limpeza schoonmaak schoonmaakbedrijf sprzatanie"
  ],
  [
    "funeral homes",
    "bestattung bestattungen bestatter pompes_funebres funeraria onoranze_funebri uitvaart uitvaartverzorging"
  ],
  [
    "scheduled air passenger carriers. scheduled air passenger transportation",
    "fluggesellschaft fluglinie fluge flugtickets compagnie_aerienne vols aerolinea aerolineas vuelos compagnia_aerea voli companhia_aerea voos luchtvaartmaatschappij vluchten linie_lotnicze linia_lotnicza loty bilety_lotnicze"
  ],
  ["opticians. optical goods", "optiker augenoptik opticien optica ottica opticiens"],
  ["jewelry stores", "juwelier schmuck bijouterie joyeria gioielleria joalheria"],
  [
    "fitness and recreational sports centers",
    "fitnessstudio salle_sport gimnasio palestra academia_musculacao sportschool silownia"
  ],
  ["dairy farms. milk production", "milchviehbetrieb milchhof exploitation_laitiere lecheria melkveebedrijf"],
  ["museums", "musee museo museu muzeum"],
  [
    "book publishers",
    "verlag buchverlag maison_edition editions editorial casa_editrice editora uitgeverij wydawnictwo"
  ],
  ["shoe stores", "schuhe schuhgeschaft chaussures zapatos zapateria scarpe sapatos schoenen buty"]
]

/** What a word, or two of them, stand for in lists: stems and pairs. */
export interface Listed {
  readonly stems: ReadonlyArray<string>
  readonly pairs: ReadonlyArray<string>
}

const vocabulary: ReadonlyMap<string, Listed> = new Map(
  said.flatMap(([listed, names]) => {
    const stems = stemsIn(listed, stemOf)
    const own: Listed = { stems: [...new Set(stems.filter((one) => one !== ""))], pairs: pairsIn(stems) }
    return names.split(" ").map((name) => [name, own] as const)
  })
)

/** What the words of a text stand for, each once. @internal */
export const listedIn = (text: string): ReadonlySet<Listed> => {
  const found = new Set<Listed>()
  const words = wordsOf(text).filter(
    (word) => word !== "and" && word !== "of" && word !== "de" && word !== "a" && word !== "for"
  )
  for (const [index, word] of words.entries()) {
    if (word === "") continue
    const one = vocabulary.get(word)
    if (one !== undefined) found.add(one)
    const next = words[index + 1]
    const two = next === undefined || next === "" ? undefined : vocabulary.get(`${word}_${next}`)
    if (two !== undefined) found.add(two)
  }
  return found
}
