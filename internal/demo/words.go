package demo

type city struct{ city, province, country string }

var (
	places = []string{"Northwind", "Bluebird", "Harbor", "Juniper", "Cobalt", "Maple", "Falcon", "Granite", "Lakeside", "Orchard", "Summit", "Willow",
		"Copper", "Meridian", "Prairie", "Redwood", "Silverline", "Tidewater", "Upland", "Vantage", "Westgate", "Yarrow", "Ashford", "Brightwater",
		"Cedar", "Driftwood", "Eastfield", "Foxglove", "Greystone", "Highland", "Ironbridge", "Kestrel", "Larkspur", "Millbrook", "Nightingale",
		"Oakhurst", "Pinecrest", "Quarry", "Riverside", "Stonebridge"}
	trades = []string{"Logistics", "Bakery", "Dental", "Architects", "Outfitters", "Robotics", "Press", "Roasters", "Gardens", "Legal", "Optics",
		"Textiles", "Analytics", "Marine", "Foods", "Studios", "Cycles", "Interiors", "Energy", "Printing"}
	surnames     = []string{"Baker", "Okafor", "Lindqvist", "Moreau", "Tanaka", "Silva", "Novak", "Haddad", "Kowalski", "Byrne"}
	projectNames = []string{"Spring", "Autumn", "Flagship", "Customer", "Partner", "Internal", "Regional", "Launch", "Annual", "Express"}
	projectKinds = []string{"website", "shop", "newsletter", "rebrand", "mobile app", "catalogue", "campaign", "portal", "support desk", "analytics"}
	streets      = []string{"Market Street", "Station Road", "Mill Lane", "Harbour View", "Park Avenue", "Church Street", "Canal Street", "Elm Grove"}
	cities       = []city{{"Portland", "Oregon", "United States"}, {"Lyon", "Auvergne-Rhône-Alpes", "France"}, {"Leeds", "Yorkshire", "United Kingdom"},
		{"Malmö", "Skåne", "Sweden"}, {"Porto", "Norte", "Portugal"}, {"Toronto", "Ontario", "Canada"}, {"Graz", "Styria", "Austria"},
		{"Gdańsk", "Pomerania", "Poland"}}

	firstNames = []string{"Amira", "Bruno", "Chloe", "Diego", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Katya", "Liam", "Maya", "Noah",
		"Oona", "Pavel", "Quinn", "Rosa", "Samir", "Tess", "Umar", "Vera", "Wanda", "Yusuf", "Zoe"}
	lastNames = append([]string{"Abbott", "Castillo", "Dubois", "Eriksen", "Fischer", "Grant", "Hoffman", "Ito", "Jansen", "Keller", "Lopez",
		"Marino", "Nguyen", "Ortiz", "Petrov", "Rossi"}, surnames...)
	syllables = []string{"al", "ban", "cor", "dy", "el", "fen", "gra", "hol", "in", "jo", "kem", "lu", "mar", "nes", "ol", "pri", "qua", "ro", "sil", "tur",
		"ul", "ven", "wex", "xa", "yor", "zen", "bri", "cha", "dun", "eth", "fla", "gil", "hux", "is", "jar", "kri", "lam", "mo", "nix", "om", "pel", "ri",
		"sto", "tav", "ux", "vi", "wol", "yl", "zu", "blo", "cre", "dra", "fo", "glen", "hy", "kes", "lin", "myr", "nov", "pax", "rhi", "sca", "thor", "ves"}
	mailboxes    = []string{"support", "help", "service", "info", "hello", "office", "contact", "team"}
	cancelations = []string{"The campaign is over.", "Moved to another provider.", "Too little used to be worth it.", "The customer took it over."}
)

// offer is a category of the agency's catalogue with its items. The last category of products is marked removed.
type offer struct {
	category string
	items    []string
}

var (
	productOffers = []offer{
		{"Websites", []string{"Landing page", "Online shop", "Company website", "Booking system"}},
		{"Print", []string{"Business cards", "Brochure", "Trade fair banner", "Annual report"}},
		{"Branding", []string{"Logo design", "Style guide", "Packaging design", "Naming workshop"}},
		{"Video", []string{"Explainer video", "Product clip", "Customer portrait", "Event recording"}},
		{"Photography", []string{"Product photos", "Team portraits", "Location shoot", "Photo retouching"}},
		{"Flash banners", []string{"Skyscraper banner", "Full banner", "Interstitial", "Banner set"}},
	}
	subscriptionOffers = []offer{
		{"Hosting", []string{"Shared hosting", "Managed server", "Backup storage"}},
		{"Domains", []string{"Domain name", "DNS protection", "TLS certificate"}},
		{"Licenses", []string{"Font license", "Stock photo plan", "Shop software"}},
		{"Support", []string{"Help desk", "On-call support", "Content updates"}},
		{"Marketing", []string{"Newsletter service", "Search ads care", "Social media care"}},
		{"Insights", []string{"Web analytics", "Uptime monitoring", "Customer surveys"}},
	}
)
