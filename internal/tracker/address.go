package tracker

// Address of a user, or of the head office of a company. It is stored with its owner.
type Address struct {
	Country       string  `json:"country"`
	ProvinceState string  `json:"provinceState"`
	City          *string `json:"city"`
	Street        *string `json:"street"`
	Building      *string `json:"building"`
	PostalZipCode *string `json:"postalZipCode"`
}

// AddressInput replaces a whole address, so an absent field is the same as null.
type AddressInput struct {
	Country       string      `json:"country" rule:"name,required"`
	ProvinceState string      `json:"provinceState" rule:"name,required"`
	City          Opt[string] `json:"city" rule:"name"`
	Street        Opt[string] `json:"street" rule:"name"`
	Building      Opt[string] `json:"building" rule:"name"`
	PostalZipCode Opt[string] `json:"postalZipCode" rule:"postalCode"`
}

// Address validates the input and returns the address; nil for nil.
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
