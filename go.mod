module delphi

go 1.26
