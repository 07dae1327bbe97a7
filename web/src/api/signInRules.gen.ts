// Generated from api/openapi.json by `make generate`. Do not edit.
import type { FormRules } from './rules';

export const LoginInput = {
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
      }
    ]
  },
  "password": {
    "label": "Password",
    "checks": [
      {
        "code": "required",
        "message": "Password field is required."
      },
      {
        "code": "minLength",
        "value": 6,
        "message": "Password length must be at least 6."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Password length must be at most 64."
      }
    ]
  }
} as const satisfies FormRules;

export const PasskeySignIn = {
  "credential": {
    "label": "Credential",
    "checks": [
      {
        "code": "required",
        "message": "Credential field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const ResetPasswordInput = {
  "confirmNewPassword": {
    "label": "Confirm New Password",
    "checks": [
      {
        "code": "equals",
        "field": "newPassword",
        "message": "Passwords don't match."
      }
    ]
  },
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
      }
    ]
  },
  "newPassword": {
    "label": "New Password",
    "checks": [
      {
        "code": "required",
        "message": "New Password field is required."
      },
      {
        "code": "password",
        "patterns": [
          "^\\P{Cc}{8,64}$",
          "\\p{Lu}",
          "\\p{Ll}",
          "[0-9]",
          "[^\\p{L}\\p{N}\\p{Z}\\p{Cc}]"
        ],
        "message": "New Password must be 8 to 64 characters with an upper-case letter, a lower-case letter, a digit and a special character."
      }
    ]
  },
  "token": {
    "label": "Token",
    "checks": [
      {
        "code": "required",
        "message": "Token field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const ResetRequestInput = {
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
      }
    ]
  }
} as const satisfies FormRules;

export const SecondFactorInput = {
  "method": {
    "label": "Method",
    "checks": [
      {
        "code": "required",
        "message": "Method field is required."
      },
      {
        "code": "word",
        "patterns": [
          "^(?:totp|recovery|passkey)$"
        ],
        "message": "Method must be one of provided options."
      }
    ]
  },
  "ticket": {
    "label": "Ticket",
    "checks": [
      {
        "code": "required",
        "message": "Ticket field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const SetupInput = {
  "code": {
    "label": "Code",
    "checks": [
      {
        "code": "required",
        "message": "Code field is required."
      }
    ]
  },
  "displayName": {
    "label": "Display Name",
    "checks": [
      {
        "code": "required",
        "message": "Display Name field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Display Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Display Name length must be less than 64."
      }
    ]
  },
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
      }
    ]
  },
  "password": {
    "label": "Password",
    "checks": [
      {
        "code": "required",
        "message": "Password field is required."
      },
      {
        "code": "password",
        "patterns": [
          "^\\P{Cc}{8,64}$",
          "\\p{Lu}",
          "\\p{Ll}",
          "[0-9]",
          "[^\\p{L}\\p{N}\\p{Z}\\p{Cc}]"
        ],
        "message": "Password must be 8 to 64 characters with an upper-case letter, a lower-case letter, a digit and a special character."
      }
    ]
  }
} as const satisfies FormRules;
