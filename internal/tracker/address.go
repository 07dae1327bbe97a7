package tracker

// Address of a user or a company's head office. It has no life of its own: it
// is kept with its owner and goes with it.
type Address struct {
	Country       string  `json:"country"`
	ProvinceState string  `json:"provinceState"`
	City          *string `json:"city"`
	Street        *string `json:"street"`
	Building      *string `json:"building"`
	PostalZipCode *string `json:"postalZipCode"`
}

// AddressInput is an address as it is sent. An address is replaced whole, so
// absent and null are the same here.
type AddressInput struct {
	Country       string      `json:"country" rule:"name,required"`
	ProvinceState string      `json:"provinceState" rule:"name,required"`
	City          Opt[string] `json:"city" rule:"name"`
	Street        Opt[string] `json:"street" rule:"name"`
	Building      Opt[string] `json:"building" rule:"name"`
	PostalZipCode Opt[string] `json:"postalZipCode" rule:"postalCode"`
}

// Address validates the input and turns it into an address; nil stays nil.
func (in *AddressInput) Address() (*Address, error) {
	if in == nil {
		return nil, nil
	}
	if err := Validate(in); err != nil {
		return nil, err
	}
	return &Address{
		Country:       in.Country,
		ProvinceState: in.ProvinceState,
		City:          in.City.Pointer(),
		Street:        in.Street.Pointer(),
		Building:      in.Building.Pointer(),
		PostalZipCode: in.PostalZipCode.Pointer(),
	}, nil
}
