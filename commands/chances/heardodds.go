package chances

import ()
