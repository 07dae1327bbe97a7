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
)
