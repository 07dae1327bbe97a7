package tracker

// SetupState says whether the first administrator is still to be made.
type SetupState struct {
	Needed bool `json:"needed" doc:"True while nobody can sign in as administrator."`
}

// SetupInput makes the first administrator.
type SetupInput struct {
	Code        string `json:"code" rule:"token,required" doc:"From the address that the server printed when it started."`
	Email       string `json:"email" rule:"email,required"`
	DisplayName string `json:"displayName" rule:"name,required"`
	Password    string `json:"password" rule:"newPassword,required"`
}
